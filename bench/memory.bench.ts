import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { makeKey } from '#kernel/auth/api-keys.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import nodeFlags from '../scripts/node-flags.json' with { type: 'json' };
import { fillCodes } from './codes-list.bench.ts';
import type { Downloads } from './downloads.ts';
import { writeSheet, writeWholeSheet } from './import.bench.ts';
import { type BenchServer, cache, codesOf, openWork, record, root } from './kit.ts';
import { type OfficeClient, startBenchOffice } from './office-client.ts';

const aimMegabytes = 350;
const aimDelayMs = 100;

/** Resident memory and event-loop delay of a process that imports 100,000 rows, and of one in which everything happens at once. */
export async function benchMemory(server: BenchServer): Promise<void> {
  const url = await server.database('bench_memory');
  await writeWholeSheet();
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeFlags, 'bench/import-memory.ts', url], {
    cwd: root,
  });
  const { megabytes, p99 }: { megabytes: number; p99: number } = JSON.parse(stdout);
  record({
    name: 'resident memory of importing 100,000 rows',
    said: `${megabytes.toFixed(0)} of ${aimMegabytes} MB`,
    ratio: megabytes / aimMegabytes,
    aim: { most: 1 },
  });
  record({
    name: 'event-loop delay p99 meanwhile',
    said: `${p99.toFixed(1)} of ${aimDelayMs} ms`,
    ratio: p99 / aimDelayMs,
    aim: { most: 1 },
  });
  await benchAtOnce(server);
}

const codes = codesOf(300_000);
const each = 10;
// A little more than the real catalogue.
const sheetRows = 10_000;
const streams = 1000;
const aimAtOnceMegabytes = 768;
const aimStretchMs = 50;

/** Ten exports, ten imports and a thousand streams, which get the changes of the imports. */
async function benchAtOnce(server: BenchServer): Promise<void> {
  const url = await server.database('bench_at_once');
  await fillCodes(url, codes);
  const sheets = Array.from({ length: each }, (_, n) => path.join(cache, `at-once-${n}.xlsx`));
  for (const [n, sheet] of sheets.entries()) await writeSheet(sheet, sheetRows, n * sheetRows + 1);
  const { work, close } = openWork(url);
  const { key } = await work.write(systemCaller('bench'), (ctx) =>
    makeKey(ctx, { name: 'bench', scope: 'read', expiresAt: null }),
  );
  const watchFile = path.join(cache, 'at-once.json');
  const { client, stop } = await startBenchOffice(url, {
    NODE_OPTIONS: `--import ${new URL('watch-process.ts', import.meta.url)}`,
    WATCH_FILE: watchFile,
  });
  // More than will come, so that they read until the end.
  const urls = [`${client.url}/portal/v1/changes?from=now`];
  const readers = new Worker(new URL('stream-readers.ts', import.meta.url), {
    workerData: { urls, key, streams, count: 1_000 },
  });
  await once(readers, 'message');
  const workerData: Downloads = {
    origin: client.url,
    paths: Array.from({ length: each }, (_, n) => `/api/v1/code?as=${n % 2 ? 'csv' : 'xlsx'}`),
    headers: { cookie: client.cookie, 'accept-encoding': 'gzip, deflate, br' },
  };
  const start = performance.now();
  const downloaded = once(new Worker(new URL('downloads.ts', import.meta.url), { workerData }), 'message');
  await Promise.all([downloaded, ...sheets.map((sheet) => importSheet(client, sheet))]);
  const took = (performance.now() - start) / 1000;
  await readers.terminate();
  await stop();
  await close();
  const watched: { megabytes: number; p99: number; busyP99: number; busyLongest: number } = JSON.parse(
    await readFile(watchFile, 'utf8'),
  );
  const what = `${each} exports, ${each} imports, ${streams} streams`;
  record({
    name: `resident memory of ${what}`,
    said: `${watched.megabytes.toFixed(0)} of ${aimAtOnceMegabytes} MB; done in ${took.toFixed(0)} s`,
    ratio: watched.megabytes / aimAtOnceMegabytes,
    aim: { most: 1 },
  });
  record({
    name: `what keeps the event loop meanwhile, p99`,
    said: `${watched.busyP99.toFixed(1)} of ${aimStretchMs} ms of processor time, the longest ${watched.busyLongest.toFixed(0)}; delay p99 ${watched.p99.toFixed(1)}`,
    ratio: watched.busyP99 / aimStretchMs,
    aim: { most: 1 },
  });
}

async function importSheet(client: OfficeClient, sheet: string): Promise<void> {
  const { import_idx: id } = await client.uploadForm<{ import_idx: number }>('/api/v1/import', sheet);
  await client.results('PUT', `/api/v1/import/${id}`, { create_missing: true });
  await client.results('POST', `/api/v1/import/${id}/apply`);
  const isApplied = async () =>
    (await client.results<{ status: string }>('GET', `/api/v1/import/${id}`)).status === 'applied';
  while (!(await isApplied())) await new Promise((resolve) => setTimeout(resolve, 500));
}
