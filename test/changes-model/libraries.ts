import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { type Person, startOffice } from '#test/app.ts';
import { emptyTables } from '#test/empty-tables.ts';
import { readCells } from './cells.ts';
import { cids, type Library } from './library.ts';
import { Model } from './model.ts';

const tables = ['book', 'series', 'category', 'age_group', 'collection', 'collection_cid', 'guide', 'roadmap', 'word'];
// Not `change`: what instances remember of the portal goes by its numbers.
const acts = ['act_record', 'audit', 'version', 'versioned', 'release', 'reservation'];
const imports = ['import', 'import_row', 'import_plan', 'import_book', 'import_file', 'text_import'];

const books = 5;
export type LibraryMaker = Awaited<ReturnType<typeof openLibraries>>;

/** Two instances on one database, and new libraries in it, one after the other. */
export async function openLibraries() {
  const office = await startOffice({ jobs: true });
  const second = await startOffice({ beside: office, jobs: true });
  const offices = [office, second];
  const people: Person[] = [];
  for (const one of offices) for (const name of ['ada', 'eve', 'joe']) people.push(await one.signIn(name, true));
  const desk = releaseDesk(() => office);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'changes-'));
  return {
    office,
    /** Where no files are. */
    folder,
    create: async (): Promise<Library> => {
      await emptyTables(office.db, [...tables, ...acts, ...imports], { restart: true });
      const made = await desk.library();
      const all = await office.db.selectFrom('book').select(['bid', 'bidx']).orderBy('bidx').limit(books).execute();
      const library = {
        model: new Model(),
        people,
        offices,
        desk,
        first: made.first,
        level: made.level,
        group: made.group,
        bids: all.map(({ bid }) => bid),
        bidxs: new Map(all.map(({ bid, bidx }) => [bid, bidx])),
        cidxs: new Map([made.a, made.b, made.c].map(({ cidx }, nth) => [cids[nth] ?? '', cidx])),
        versions: new Map(cids.map((cid) => [cid, new Map()])),
      };
      for (const [cell, value] of await readCells(library, office)) library.model.put(cell, value);
      return library;
    },
    close: async () => {
      await rm(folder, { recursive: true });
      await second.close();
      await office.close();
    },
  };
}
