import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { changeCollection, createCollection } from '#features/collection/collection-record.public.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import type { App } from '#src/build-app.ts';
import { type BenchServer, openBenchApp, record } from './kit.ts';

const runs = 5;
const count = 100;
// As many concurrent edits as a process applies changes.
const lanes = 4;
// By then a process knows what will be due, and starts on time. Milliseconds.
const noticeMs = 1000;
const caller = systemCaller('bench');
const numbers = Array.from({ length: count }, (_, n) => n);
let price = 1;

/** How long scheduled changes that fall due at once take, compared with the same changes made directly. */
export async function benchDue(server: BenchServer): Promise<void> {
  const url = await server.database('bench_due');
  const { app } = await openBenchApp(url);
  await app.start();
  for (const n of numbers)
    await app.work.write(caller, (ctx) => createCollection(ctx, { cid: `c${n}`, title: `Collection ${n}` }));
  for (const collections of [count, 10, 1]) {
    let [took, direct] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let run = 0; run < runs; run++) {
      took = Math.min(took, await applied(app, collections));
      direct = Math.min(direct, await edited(app, collections));
    }
    record({
      name: `${count} changes of ${collections} collections due at once`,
      said: `${took.toFixed(0)} ms of ${direct.toFixed(0)} ms for the same edits made directly`,
      ratio: took / direct,
      aim: { most: 2 },
    });
  }
  await app.stop();
}

const newPrices = () => [
  { currency: 'KRW', price: `${price++}.00`, discounted_price: null, subscription_period: 0, display_order: 1 },
];

/** The milliseconds from the time of these changes until the last one is applied. */
async function applied({ db }: App, collections: number): Promise<number> {
  const at = new Date(Date.now() + noticeMs);
  const values = JSON.stringify(numbers.map((n) => ({ cid: `c${n % collections}`, value: newPrices() })));
  await sql`
    insert into reservation (cid, cidx, target, value, apply_at, zone, based_on, anyway, created_at, updated_at)
    select c.cid, c.cidx, 'price', g.value, ${at.toISOString()}::timestamptz, 'UTC', n.ver_idx, true, now(), now()
    from jsonb_to_recordset(${values}::jsonb) as g (cid text, value jsonb) join collection c using (cid)
    join versioned n on n.entity = 'collection' and n.entity_id = cid`.execute(db);
  await sleep(noticeMs);
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from reservation where status = 'scheduled'`.execute(db);
    if (rows[0]?.waiting === 0) return Date.now() - at.getTime();
    await sleep(10);
  }
}

/** The milliseconds of the same changes made directly, those of a collection one after the other. */
async function edited({ work }: App, collections: number): Promise<number> {
  const start = performance.now();
  const cids = numbers.slice(0, collections);
  await inLanes(cids, lanes, async (n) => {
    for (const _ of numbers.filter((one) => one % collections === n))
      await work.write(caller, async (ctx) => void (await changeCollection(ctx, `c${n}`, { prices: newPrices() })));
  });
  return performance.now() - start;
}
