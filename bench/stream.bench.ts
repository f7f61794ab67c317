import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { makeKey } from '#kernel/auth/api-keys.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type BenchServer, openWork, record } from './kit.ts';
import { startBenchOffice } from './office-client.ts';
import { type Arrivals, milliseconds } from './stream-readers.ts';

const streams = 500;
const writesPerSecond = 200;
const seconds = 10;

/**
 * The delay from commit to event with 500 readers of the portal's stream and 200 writes a second, and whether every
 * reader gets every event: with one instance, and with two.
 */
export async function benchStream(server: BenchServer): Promise<void> {
  for (const instances of [1, 2]) await benchInstances(await server.database('stream'), instances);
}

async function benchInstances(url: string, instances: number): Promise<void> {
  const offices: Awaited<ReturnType<typeof startBenchOffice>>[] = [];
  for (let n = 0; n < instances; n++) offices.push(await startBenchOffice(url));
  const { work, close } = openWork(url);
  const caller = systemCaller('bench');
  try {
    const { key } = await work.write(caller, (ctx) => makeKey(ctx, { name: 'bench', scope: 'read', expiresAt: null }));
    const count = writesPerSecond * seconds;
    const urls = offices.map(({ client }) => `${client.url}/portal/v1/changes?from=now`);
    const workerData = { urls, key, streams, count };
    // Readers run in a worker, so that they do not slow down the writer.
    const readers = new Worker(new URL('stream-readers.ts', import.meta.url), { workerData });
    await once(readers, 'message');
    const committed = new Float64Array(count);
    const write = async (n: number) => {
      await work.write(caller, async (ctx) => ctx.changed('series', n));
      committed[n] = milliseconds();
    };
    const start = milliseconds();
    const writes: Promise<void>[] = [];
    for (let n = 0; n < count; n++) {
      const wait = start + (n * 1000) / writesPerSecond - milliseconds();
      if (wait > 0) await sleep(wait);
      writes.push(write(n));
    }
    await Promise.all(writes);
    const rate = count / ((milliseconds() - start) / 1000);
    const [{ numbers, times }] = (await once(readers, 'message')) as [Arrivals];
    if (numbers.length !== count * streams) throw new Error(`${numbers.length} of ${count * streams} events arrived`);
    // An event may arrive before its writer knows that it has committed.
    const delays = times.map((time, index) => Math.max(0, time - (committed[numbers[index] ?? 0] ?? 0))).toSorted();
    const at = (share: number) => (delays[Math.floor((delays.length - 1) * share)] ?? 0).toFixed(1);
    record({
      name: `commit to event, 500 streams, 200 writes/s${instances > 1 ? `, ${instances} instances` : ''}: p99`,
      said: `${at(0.99)} ms of 50; half in ${at(0.5)}, the slowest ${at(1)}; ${rate.toFixed(0)} writes/s, ${delays.length.toLocaleString('en')} events, none lost`,
      ratio: Number(at(0.99)) / 50,
      aim: { most: 1 },
    });
  } finally {
    for (const { stop } of offices) await stop();
    await close();
  }
}
