import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { bookFields } from '#features/book/book-fields.public.ts';
import { importRow } from '#features/import/import.factory.ts';
import { importSheet } from '#features/import/sheet/import-upload.service.ts';
import { onixRecord } from '#features/onix/onix.record.ts';
import { productOf } from '#features/onix/write/onix-book.rules.ts';
import { exportOnix } from '#features/onix/write/onix-export.read.ts';
import { messageEnd, messageHead, writeNode } from '#features/onix/write/onix-write.ts';
import { Records } from '#kernel/records/records.ts';
import { writeXlsx } from '#kernel/sheets/xlsx-write.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type BenchServer, bestOfEach, cache, fillBooks, openWork, record, root } from './kit.ts';

const products = 100_000;
const sheet = path.join(cache, 'onix.xlsx');
const message = path.join(cache, 'onix.xml');

/** Reading, checking and planning a message of 100,000 products, compared with a sheet of the same books; writing one. */
export async function benchOnix(server: BenchServer): Promise<void> {
  await writeFiles();
  const url = await server.database('bench_onix');
  await fillBooks(url, 10_000);
  const { work, db, close } = openWork(url);
  const records = new Records();
  records.define(onixRecord);
  const read = async (file: string, name: string) => {
    await sql`truncate import, import_row, import_plan`.execute(db);
    const storage = {
      withFile: (_: string, act: (file: string) => Promise<unknown>) => act(file),
      remove: async () => undefined,
    } as unknown as Storage;
    const write = <T>(act: Parameters<typeof work.write<T>>[1]) => work.write(systemCaller('bench'), act);
    await importSheet({ storage, records }, { key: name, name }, write);
  };
  const [ofSheet, ofMessage] = await bestOfEach(2, [() => read(sheet, 'onix.xlsx'), () => read(message, 'onix.xml')]);
  const megabytes = Math.round((await stat(message)).size / 2 ** 20);
  record({
    name: `read an ONIX message of ${products} products`,
    said: `${seconds(ofMessage)} for ${megabytes} MB, a sheet of the same books ${seconds(ofSheet)}`,
    ratio: ofSheet / ofMessage,
    aim: { least: 0.3 },
  });
  await benchMemory();
  await work.read(systemCaller('bench'), async (ctx) => {
    const start = performance.now();
    const chosen = {
      selection: { filter: {}, except: [] },
      order: { key: 'bid', descending: false },
    } as never as Parameters<typeof exportOnix>[1];
    const { blocks, total } = await exportOnix(ctx, { ...chosen, prices: [] });
    let bytes = 0;
    for await (const block of blocks) bytes += block.length;
    const took = performance.now() - start;
    record({
      name: `write an ONIX message of ${total} books`,
      said: `${seconds(took)}, ${Math.round(bytes / 2 ** 20)} MB`,
      ratio: took / total,
    });
  });
  await close();
}

/** A message of 100,000 products has 246 MB. */
const productsPerMegabyte = products / 246;

/** Memory does not grow with the message: products are read and passed on piece by piece. */
async function benchMemory(): Promise<void> {
  const [small, large] = [await peakOf('onix-20.xml', 20), await peakOf('onix-100.xml', 100)];
  record({
    name: 'resident memory of reading an ONIX message',
    said: `${large.toFixed(0)} MB for 100 MB, ${small.toFixed(0)} MB for 20 MB`,
    ratio: large / small,
    aim: { most: 1.5 },
  });
}

async function peakOf(name: string, megabytes: number): Promise<number> {
  const file = path.join(cache, name);
  await writeMessage(file, Math.round(megabytes * productsPerMegabyte));
  const { stdout } = await promisify(execFile)(process.execPath, ['bench/onix-memory.ts', file], { cwd: root });
  return JSON.parse(stdout).megabytes;
}

const rowOf = (n: number) =>
  importRow(n, {
    series: `Series ${n % 1500}`,
    level: `Level ${n % 3}`,
    released_date: String(1900 + (n % 120)),
    language: 'eng',
    level_type: 'Lexile',
    lexile: `${n % 1200}L`,
    publisher: 'Lantern House',
    summary: 'A lamp that was lost at sea comes home, and nobody can say who lit it. '.repeat(4),
    keywords: 'sea; lamps; night',
    page_count: '48',
    original_title: `The ${n}th Lantern`,
  });

async function writeFiles(): Promise<void> {
  await mkdir(cache, { recursive: true });
  const names = bookFields.map((field) => field.name);
  const rows = async function* () {
    yield names;
    for (let n = 1; n <= products; n++) {
      const row = rowOf(n);
      yield names.map((field) => row[field] ?? '');
    }
  };
  await pipeline(Readable.from(writeXlsx(rows(), { sheet: 'ISBN Meta' })), createWriteStream(sheet));
  await writeMessage(message, products);
}

async function writeMessage(file: string, count: number): Promise<void> {
  const blocks = async function* () {
    yield messageHead({ sender: 'bench', sent: new Date(0) });
    for (let n = 1; n <= count; n++) {
      const product = productOf({ texts: rowOf(n), record: null, prices: [], accessibility: null });
      yield `${writeNode('Product', product)}\n`;
    }
    yield messageEnd;
  };
  await pipeline(Readable.from(blocks()), createWriteStream(file));
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
