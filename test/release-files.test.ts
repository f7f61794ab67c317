import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { sendForRelease } from '#features/content/content.fixture.ts';
import { madeEpub } from '#features/content/epub/epub.factory.ts';
import { fileForm, jpeg } from '#features/image/image.fixture.ts';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { wordDesk } from '#features/word/sentence.fixture.ts';
import { readConfig } from '#kernel/config/config.ts';
import { listStored } from '#kernel/storage/set-aside.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { verify } from '#src/verify/verify.ts';
import { type Office, startOffice } from './app.ts';

let office: Office;
let dataDir: string;
let nights = 0;
const desk = releaseDesk(() => office);
const words = wordDesk(() => office);
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'files-'));
  office = await startOffice({ jobs: true, environment: { DATA_DIR: dataDir } });
  // Files tell the time at which they were written by the real clock.
  office.clock.set(new Date().toISOString());
  office.admin = await office.signIn('ada0', true);
  await office.admin.post('/api/v1/book', { books: [bookRow(1)], create_missing: true });
});
afterAll(async () => {
  await office.close();
  await rm(dataDir, { recursive: true, force: true });
});

const done = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pgboss.job
    where name = 'file-sweep' and state = 'completed'`.execute(office.db);
  return rows[0]?.count ?? 0;
};

/** A day passes, with the job at its end. Sessions end meanwhile. */
async function night(): Promise<void> {
  office.clock.advance(25 * 3_600_000);
  const before = await done();
  await office.app.work.write(systemCaller('test'), (ctx) => office.app.jobs.send(ctx, 'file-sweep', {}));
  await expect.poll(done, { timeout: 20_000 }).toBe(before + 1);
  office.admin = await office.signIn(`ada${(nights += 1)}`, true);
}

/** What `npm run verify` finds in rows and files. */
const differing = async () =>
  (await verify(readConfig({ DATABASE_URL: office.databaseUrl, DATA_DIR: dataDir }))).flatMap(({ name, some }) =>
    some.map(({ record, stored }) => `${name}: ${record} ${stored}`),
  );

/** A file of each kind that releases take: how it is uploaded for one, put in, and found in the storage. */
interface Taken {
  upload: (seed: number) => Promise<string>;
  put: (rel: number, file: string) => Promise<unknown>;
  keyOf: (file: string) => string;
  /** Its record is deleted by the undo, which is an act with the file. */
  isDeleted?: true;
}
const kinds: Record<string, Taken> = {
  'a cover': {
    upload: async (seed) => {
      const form = fileForm('book_cover', { [`${seed}.jpg`]: await jpeg(seed) });
      return desk.must(await office.admin.upload('/api/v1/book/B1/cover?later=1', form)).files.book_cover[0];
    },
    put: (rel, cover) => desk.putIn(rel, 'images', 'B1', { cover }),
    keyOf: (file) => file,
  },
  'a cover of a new item of a guide': {
    upload: async (seed) => {
      const form = fileForm('cover', { [`${seed}.jpg`]: await jpeg(seed) });
      return desk.must(await office.admin.upload('/api/v1/extra/guide/g/cover', form)).files.cover[0];
    },
    isDeleted: true,
    put: async (rel, cover) => {
      const change = { kind: 'guide_item', values: { gui_id: 'g', title: 'New', cover } };
      desk.must(await office.admin.put(`/api/v1/release/${rel}/change`, change));
    },
    keyOf: (file) => file,
  },
  'an EPUB': {
    upload: (seed) => sendForRelease(office.admin, { bid: 'B1', kind: 'epub' }, madeEpub(), `${seed}.epub`),
    put: (rel, epub) => desk.putIn(rel, 'files', 'B1', { epub }),
    keyOf: (file) => file,
  },
  audio: {
    upload: async () => desk.must(await words.send('/api/v1/book/B1/audio', {}, words.voice)).audio_path,
    put: (rel, audio) =>
      desk.putIn(rel, 'words', 'B1', { words: [{ word: 'sun', sentences: [{ sentence: 'Sun.', audio }] }] }),
    keyOf: (file) => file.slice(file.indexOf('audios/')),
  },
};

test.each(Object.entries(kinds))(
  '%s uploaded for a release stays while the release waits, and goes a day after it was dropped or undone',
  async (_, { upload, put, keyOf, isDeleted = false }) => {
    const [never, waiting, dropped, undone] = await Promise.all([1, 2, 3, 4].map(upload));
    const there = async (...files: (string | undefined)[]) =>
      Promise.all(files.map(async (file = '') => (await listStored(office.storage, [keyOf(file)])).length > 0));
    const all = () => there(never, waiting, dropped, undone);
    const [keep, drop, undo] = [await desk.release(), await desk.release(), await desk.release()];
    for (const [rel, file = ''] of [
      [keep, waiting],
      [drop, dropped],
      [undo, undone],
    ] as const)
      await put(rel, file);
    expect(await differing()).toEqual([]);
    for (let n = 0; n < 2; n += 1) await night();
    expect(await all()).toEqual([false, true, true, true]);
    expect(await differing()).toEqual([]);
    desk.must(await office.admin.delete(`/api/v1/release/${drop}`));
    const { act_idx: act } = desk.must(await desk.apply(undo));
    expect(await differing()).toEqual([]);
    await night();
    // Files that were never named, and those of the dropped release, have gone; what readers have stays.
    expect(await all()).toEqual([false, true, false, true]);
    desk.must(await desk.undo(act));
    expect(await differing()).toEqual([]);
    expect(await there(undone)).toEqual([true]);
    await night();
    expect(await all()).toEqual([false, true, false, isDeleted]);
    desk.must(await desk.apply(keep));
    for (let n = 0; n < 2; n += 1) await night();
    expect(await there(waiting)).toEqual([true]);
    expect(await differing()).toEqual([]);
  },
);

test('a file that a release took over from the one before it stays when that one is cancelled', async () => {
  const day = 86_400;
  const [first, second] = [await desk.release('First', 30 * day), await desk.release('Second', 40 * day)];
  const file = await sendForRelease(office.admin, { bid: 'B1', kind: 'epub' }, madeEpub());
  await desk.putIn(first, 'files', 'B1', { epub: file });
  const other = await sendForRelease(office.admin, { bid: 'B1', kind: 'epub' }, madeEpub(), 'other.epub');
  const change = await desk.putIn(second, 'files', 'B1', { epub: other });
  desk.must(await desk.decide(second, change, 'rebase'));
  desk.must(await office.admin.delete(`/api/v1/release/${first}`));
  for (let n = 0; n < 3; n += 1) await night();
  desk.must(await desk.decide(second, change, 'anyway'));
  desk.must(await desk.apply(second));
  expect((await office.admin.get('/api/v1/book/B1/epub')).status).toBe(303);
  expect(await office.storage.stat(file)).not.toBeNull();
  expect(await differing()).toEqual([]);
});
