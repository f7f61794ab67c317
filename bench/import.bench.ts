import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { bookFields } from '#features/book/book-fields.public.ts';
import { applyImport } from '#features/import/apply/import-apply.service.ts';
import { importRow } from '#features/import/import.factory.ts';
import { getImport } from '#features/import/record/import.service.ts';
import { insertImport, updateImport } from '#features/import/record/import.store.ts';
import { type ReadProgress, readIsbnSheet, stageRows } from '#features/import/sheet/import-upload.service.ts';
import { ownLayout } from '#features/import/sheet/sheet-layout.rules.ts';
import type { Database } from '#kernel/db/database.ts';
import { headRows } from '#kernel/sheets/sheet-columns.rules.ts';
import { withHead } from '#kernel/sheets/sheet-head.ts';
import { readSheet } from '#kernel/sheets/sheet-read.ts';
import { writeXlsx } from '#kernel/sheets/xlsx-write.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller, type UnitOfWork } from '#kernel/work/unit-of-work.ts';
import { type BenchServer, best, bestOfEach, cache, openWork, record } from './kit.ts';
import { copyTables, type Dump, dumpTables } from './table-copy.ts';

const rows = 100_000;
const file = path.join(cache, 'import.xlsx');
const name = 'import.xlsx';
const silent = { report: () => undefined };

/** Reading, checking, planning and applying a sheet of 100,000 rows, compared with reading alone and a raw COPY. */
export async function benchImport(server: BenchServer): Promise<void> {
  await writeWholeSheet();
  const { work, db, close } = openWork(await server.database('bench_import'));
  let staged = 0;
  const firsts: number[] = [];
  const [read, plan] = await bestOfEach(5, [
    async () => {
      for await (const batch of readSheet(file, { name })) void batch;
    },
    async () => {
      await clear(db);
      const start = performance.now();
      const show = () => firsts.push(performance.now() - start);
      staged = await work.write(systemCaller('bench'), (ctx) => stage(ctx, { read: async () => undefined, show }));
    },
  ]);
  record({
    name: `read + validate + plan ${rows} rows`,
    said: `${seconds(plan)} of reading alone ${seconds(read)}`,
    ratio: plan / read,
    aim: { most: 2.3 },
  });
  record({
    name: `first screen of ${rows} rows, read + validated + planned`,
    said: `${seconds(Math.min(...firsts))} of reading all of them ${seconds(read)}`,
    ratio: Math.min(...firsts) / read,
    aim: { most: 0.15 },
  });
  const copied = await rawCopy(db, staged, work);
  await updateImport(db, staged, { create_missing: true });
  const applied = await best(1, () =>
    work.write(systemCaller('bench'), async (ctx) => applyImport(ctx, await getImport(ctx, staged), silent)),
  );
  record({
    name: `apply ${rows} rows`,
    said: `${seconds(applied)} of a raw COPY ${seconds(copied)}`,
    ratio: applied / copied,
    aim: { most: 1.2 },
  });
  await close();
}

/** Writes the sheet that `stage` reads. */
export const writeWholeSheet = (): Promise<void> => writeSheet(file, rows);

/** The work of the measured import process; see import-memory.ts. */
export async function stage(ctx: Context, progress?: ReadProgress): Promise<number> {
  const id = await insertImport(ctx, {
    source: 'sheet',
    fileName: name,
    fileKey: null,
    sheetName: 'ISBN Meta',
    update: false,
  });
  await withHead(readIsbnSheet(file, name).batches, headRows, async (head, batches) => {
    const layout = ownLayout(head);
    if (layout) await stageRows(ctx, id, { batches, ...layout }, progress);
  });
  return id;
}

async function clear(db: Database): Promise<void> {
  await sql`truncate import, import_row, import_plan`.execute(db);
}

/** The limit of applying: the same books, series and levels by COPY into the same tables with the same indexes. */
async function rawCopy(db: Database, importIdx: number, work: UnitOfWork): Promise<number> {
  await updateImport(db, importIdx, { create_missing: true });
  class Undo extends Error {}
  let dump: Dump = {};
  await work
    .write(systemCaller('bench'), async (ctx) => {
      await applyImport(ctx, await getImport(ctx, importIdx), silent);
      dump = await dumpTables(ctx.db, ['series', 'level', 'book']);
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  await sql`vacuum full book, level, series`.execute(db);
  const copied = await best(1, () => copyTables(db, dump));
  await sql`truncate book, level, series, act_record cascade`.execute(db);
  await sql`vacuum full book, level, series`.execute(db);
  return copied;
}

/** A sheet with this many books, numbered from `first`. */
export async function writeSheet(target: string, count: number, first = 1): Promise<void> {
  await mkdir(cache, { recursive: true });
  const names = bookFields.map((field) => field.name);
  const sheet = async function* () {
    yield names;
    for (let n = first; n < first + count; n++) {
      const row = importRow(n, {
        series: `Series ${n % 1500}`,
        level: `Level ${n % 3}`,
        released_date: String(1900 + (n % 120)),
        language: 'en',
        level_type: 'Lexile',
        lexile: `${n % 1200}L`,
        audio: 'N',
        video: 'N',
        original_title: `The ${n}th Lantern`,
        remarks: `row ${n}`,
      });
      yield names.map((field) => row[field] ?? '');
    }
  };
  await pipeline(Readable.from(writeXlsx(sheet(), { sheet: 'ISBN Meta' })), createWriteStream(target));
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
