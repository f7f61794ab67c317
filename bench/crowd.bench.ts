import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { type SpawnedOffice, spawnOffice } from '#test/spawned-office.ts';
import { behindCache, processorsFor, type RequestKind, simulate } from './crowd-queue.ts';
import { type BenchServer, cache, fillBooks, record } from './kit.ts';
import { measureAt } from './load.ts';
import { fillPortal, mixed, openPortal, unusual } from './portal.bench.ts';
import { processorTime } from './processor-time.ts';

const bookCount = 10_000;
const seconds = 4;
const withinMs = 250;
const streams = 1000;

/**
 * Readers in steps to the limit of this machine, what one costs, and what that means for ten and a hundred times as many. The
 * client runs on the same processors, so a machine that only serves goes further.
 */
export async function benchCrowd(server: BenchServer): Promise<void> {
  const url = await server.database('bench_crowd');
  await fillBooks(url, bookCount);
  await fillPortal(url);
  const { key, stop } = await openPortal(url);
  await stop();
  const office = await spawnOffice({ DATABASE_URL: url, DATA_DIR: path.join(cache, 'files'), LOG_LEVEL: 'silent' });
  const headers = { authorization: `Bearer ${key}` };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await benchSteps(office, headers);
  const kinds = await costs({ office, client, headers });
  await benchStreams(office, headers);
  await client.end();
  await office.stop();
  foresee(kinds);
}

/** Doubles the readers until they wait for too long. */
async function benchSteps(office: SpawnedOffice, headers: Record<string, string>): Promise<void> {
  let sent = 0;
  const address = () => office.url + (mixed[sent++ % mixed.length] ?? '');
  // So that each address is in memory.
  await measureAt(200, address, headers, 2 * seconds);
  for (let perSecond = 500; perSecond <= 64_000; perSecond *= 2) {
    // The better of two: what the machine does besides is not ours.
    const tries = [await measureAt(perSecond, address, headers, seconds)];
    tries.push(await measureAt(perSecond, address, headers, seconds));
    const { rate, p99 } = tries.reduce((a, b) => (a.p99 < b.p99 ? a : b));
    const said = `${rate.toFixed(0)} answered a second, p99 ${p99.toFixed(1)} ms`;
    record({ name: `crowd: ${perSecond.toLocaleString('en')} reads a second`, said, ratio: rate / perSecond });
    if (p99 > withinMs) return;
  }
}

interface Measured {
  office: SpawnedOffice;
  client: pg.Client;
  headers: Record<string, string>;
}

// Of a hundred readers who come back: most have the answer, a cache holds most others, and few are the first.
const shares = { 'has the answer (304)': 0.6, 'an answer from memory': 0.35, 'for the first time': 0.05 };

/** What a request costs the processors, of the office and its database, by kind. */
async function costs({ office, client, headers }: Measured): Promise<RequestKind[]> {
  const address = `${office.url}/portal/v1/collections/C7`;
  const etag = (await fetch(address, { headers })).headers.get('etag') ?? '';
  const ways: Record<keyof typeof shares, { at: () => string; with: Record<string, string>; count: number }> = {
    'has the answer (304)': { at: () => address, with: { ...headers, 'if-none-match': etag }, count: 4000 },
    'an answer from memory': { at: () => address, with: headers, count: 4000 },
    'for the first time': { at: () => unusual(address), with: headers, count: 1000 },
  };
  const kinds: RequestKind[] = [];
  for (const [name, way] of Object.entries(ways)) {
    const before = await processMs(office.pid);
    let own = 0;
    const database = await processorTime(client, async () => {
      const { user, system } = process.cpuUsage();
      await measureAt(500, way.at, way.with, way.count / 500);
      const after = process.cpuUsage();
      own = (after.user + after.system - user - system) / 1000;
    });
    const ms = ((await processMs(office.pid)) - before + database - own) / way.count;
    record({ name: `crowd: ${name}`, said: `${ms.toFixed(2)} processor ms each`, ratio: ms });
    kinds.push({ share: shares[name as keyof typeof shares], ms });
  }
  return kinds;
}

/** The processor time of a process so far, as Linux counts it in hundredths of a second. Milliseconds. */
async function processMs(pid: number): Promise<number> {
  const [, rest = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ');
  const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number);
  return (user + system) * 10;
}

const memoryOf = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);

/** What an open stream of changes takes of memory. */
async function benchStreams({ url, pid }: SpawnedOffice, headers: Record<string, string>): Promise<void> {
  const before = await memoryOf(pid);
  const open: http.ClientRequest[] = [];
  for (let n = 0; n < streams; n++) {
    const request = http.get(`${url}/portal/v1/changes?from=now`, { agent: false, headers });
    open.push(request);
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    answer.on('error', () => undefined).resume();
  }
  const each = ((await memoryOf(pid)) - before) / streams;
  record({ name: `crowd: ${streams} open streams`, said: `${each.toFixed(0)} KB each`, ratio: each });
  for (const request of open) request.on('error', () => undefined).destroy();
}

/** What follows for more readers, by following requests through a queue with these costs. */
function foresee(kinds: readonly RequestKind[]): void {
  for (const perSecond of [1000, 10_000, 100_000]) {
    const processors = processorsFor({ perSecond, kinds }, withinMs);
    const { busy, p99 } = simulate({ perSecond, kinds, processors });
    const behind = behindCache(perSecond, 2500, 5);
    const behindPurge = behindCache(perSecond, 2500, 3600);
    record({
      name: `crowd: ${perSecond.toLocaleString('en')} reads a second, foreseen`,
      said: `${processors} processors ${(busy * 100).toFixed(0)} % busy, p99 ${p99.toFixed(1)} ms; behind a cache of 5 s ${behind.toFixed(0)} reads a second, of an hour ${behindPurge.toFixed(1)}`,
      ratio: processors,
    });
  }
}
