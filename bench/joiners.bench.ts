import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { makeKey } from '#kernel/auth/api-keys.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import type { Joined, Joiners } from './joiners.ts';
import { type BenchServer, openWork, record } from './kit.ts';
import { type OfficeClient, startBenchOffice } from './office-client.ts';

const joiners = 2000;
const aimMs = 300;

/** The writes of staff while learners redeem the code of one event at the same moment, through a portal and by staff. */
export async function benchJoiners(server: BenchServer): Promise<void> {
  const url = await server.database('bench_joiners');
  const office = await startBenchOffice(url);
  const { work, close } = openWork(url);
  try {
    const { key } = await work.write(systemCaller('bench'), async (ctx) => {
      await sql`insert into collection (cid, created_at, updated_at) values ('C1', now(), now())`.execute(ctx.db);
      return makeKey(ctx, { name: 'bench', scope: 'redeem', expiresAt: null });
    });
    const write = await staffWrites(office.client);
    const alone = await p99Of(write, sleep(3000));
    for (const [n, [who, path, headers]] of [
      ['a portal', '/portal/v1/redeem', { authorization: `Bearer ${key}` }] as const,
      ['staff', '/api/v1/code/redeem', { cookie: office.client.cookie }] as const,
    ].entries()) {
      const code = `EVENT000000${n}`;
      await addEvent(office.client, code);
      const workerData: Joiners = { origin: office.client.url, path, headers, code, count: joiners };
      const worker = new Worker(new URL('joiners.ts', import.meta.url), { workerData });
      const joined = once(worker, 'message') as Promise<[Joined]>;
      const beside = await p99Of(write, joined);
      const [{ statuses, tookMs }] = await joined;
      record({
        name: `staff write p99 beside ${joiners.toLocaleString('en')} joiners of one event, through ${who}`,
        said: `${beside.p99.toFixed(0)} ms of ${aimMs}, the slowest ${beside.slowest.toFixed(0)}; ${beside.failed} refused; alone ${alone.p99.toFixed(0)}; joined in ${(tookMs / 1000).toFixed(1)} s, answers ${JSON.stringify(statuses)}`,
        ratio: beside.p99 / aimMs,
        aim: { most: 1 },
      });
    }
  } finally {
    await close();
    await office.stop();
  }
}

async function addEvent(client: OfficeClient, code: string): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  await client.results('POST', '/api/v1/event', {
    name: code,
    cid: 'C1',
    code,
    from: now - 3600,
    until: now + 86_400,
    length: 30,
    participant_limit: joiners,
    forced_expire: false,
    forced_expired_date: 0,
    group: 'Bench',
  });
}

/** A write as staff make it: a new category. */
export async function staffWrites(client: OfficeClient): Promise<() => Promise<unknown>> {
  const write = () => client.results('POST', '/api/v1/category', { title: `Category ${randomUUID()}` });
  await write();
  return write;
}

/** The latency of an act repeated until something has ended. */
export async function p99Of(
  act: () => Promise<unknown>,
  end: Promise<unknown>,
): Promise<{ p99: number; slowest: number; failed: number }> {
  const state = { ended: false };
  const done = end.finally(() => (state.ended = true));
  const times: number[] = [];
  let failed = 0;
  while (!state.ended) {
    const start = performance.now();
    // A write that is refused counts with its time, and is told.
    await act().catch(() => (failed += 1));
    times.push(performance.now() - start);
    await sleep(20);
  }
  await done;
  const sorted = times.toSorted((a, b) => a - b);
  return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, slowest: sorted.at(-1) ?? 0, failed };
}
