import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { fillCodes } from './codes-list.bench.ts';
import type { Downloaded, Downloads } from './downloads.ts';
import { p99Of, staffWrites } from './joiners.bench.ts';
import { type BenchServer, cache, codesOf, record } from './kit.ts';
import { startBenchOffice } from './office-client.ts';

const codes = codesOf(293_000);
const exports = 20;
const aimMegabytes = 512;
const aimMs = 300;

/** Twenty exports of 293,000 codes at the same moment, as CSV and as .xlsx: the memory they take, and the writes beside them. */
export async function benchExports(server: BenchServer): Promise<void> {
  const url = await server.database('bench_exports');
  await fillCodes(url, codes);
  for (const as of ['csv', 'xlsx']) {
    const watchFile = path.join(cache, `exports-${as}.json`);
    const office = await startBenchOffice(url, {
      NODE_OPTIONS: `--import ${new URL('watch-process.ts', import.meta.url)}`,
      WATCH_FILE: watchFile,
    });
    const { client } = office;
    const write = await staffWrites(client);
    const alone = await p99Of(write, sleep(3000));
    const workerData: Downloads = {
      origin: client.url,
      paths: Array.from({ length: exports }, () => `/api/v1/code?as=${as}`),
      headers: { cookie: client.cookie, 'accept-encoding': 'gzip, deflate, br' },
    };
    const worker = new Worker(new URL('downloads.ts', import.meta.url), { workerData });
    const downloaded = once(worker, 'message') as Promise<[Downloaded]>;
    const beside = await p99Of(write, downloaded);
    const [{ bytes, tookMs }] = await downloaded;
    await office.stop();
    const { megabytes } = JSON.parse(await readFile(watchFile, 'utf8'));
    const what = `${exports} exports of ${codes.toLocaleString('en')} codes at once as ${as}`;
    record({
      name: `resident memory of ${what}`,
      said: `${megabytes.toFixed(0)} of ${aimMegabytes} MB; done in ${(tookMs / 1000).toFixed(1)} s, ${((bytes[0] ?? 0) / 2 ** 20).toFixed(1)} MB each`,
      ratio: megabytes / aimMegabytes,
      aim: { most: 1 },
    });
    record({
      name: `staff write p99 beside ${what}`,
      said: `${beside.p99.toFixed(0)} ms of ${aimMs}, the slowest ${beside.slowest.toFixed(0)}; ${beside.failed} refused; alone ${alone.p99.toFixed(0)}`,
      ratio: beside.p99 / aimMs,
      aim: { most: 1 },
    });
  }
}
