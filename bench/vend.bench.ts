import { sql } from 'kysely';
import { issueCodes } from '#features/batch/issue/issue.store.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import type { App } from '#src/build-app.ts';
import { type BenchServer, codesOf, openBenchApp, record } from './kit.ts';

const rounds = 3;
const codesEach = codesOf(1000);
// The number of concurrent sales.
const lanes = 8;

/** Codes drawn per second by a shop, beside codes redeemed by staff: both are one code in one transaction. */
export async function benchVend(server: BenchServer): Promise<void> {
  const { app, cookie } = await openBenchApp(await server.database('bench_vend'));
  await app.server.ready();
  const total = rounds * codesEach;
  const batches = await fill(app, total * 2);
  const send = async (url: string, headers: Record<string, string>, payload: object) => {
    const answer = await app.server.inject({ method: 'POST', url, headers, payload });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json().results;
  };
  const sells = { name: 'Shop', scope: 'vend', batches, quota: total };
  const { key } = await send('/api/v1/api_key', { cookie }, sells);
  const shop = { authorization: `Bearer ${key}` };
  const orders = Array.from({ length: total }, (_, n) => `HB-${n}`);
  const sold: string[] = [];
  const perSecond = async (some: readonly string[], act: (one: string) => Promise<void>) => {
    const start = performance.now();
    await inLanes(some, lanes, act);
    return (some.length / (performance.now() - start)) * 1000;
  };
  let [drawn, again, redeemed] = [0, 0, 0];
  for (let round = 0; round < rounds; round++) {
    const some = orders.splice(0, codesEach);
    const draw = async (order: string) => {
      sold.push((await send('/partner/v1/orders', shop, { order })).code);
    };
    drawn = Math.max(drawn, await perSecond(some, draw));
    const codes = sold.splice(0);
    if (new Set(codes).size !== codesEach) throw new Error(`${codes.length} sales have ${new Set(codes).size} codes`);
    again = Math.max(again, await perSecond(some, draw));
    if (new Set([...codes, ...sold.splice(0)]).size !== codesEach) throw new Error('A repeated order got another code');
    const redeem = (code: string) => send('/api/v1/code/redeem', { cookie }, { code, learner_id: `learner-${code}` });
    redeemed = Math.max(redeemed, await perSecond(codes, redeem));
  }
  await app.stop();
  record({
    name: 'codes drawn by a shop',
    said: `${drawn.toFixed(0)} a second, beside ${redeemed.toFixed(0)} redeemed; the same orders again ${again.toFixed(0)}`,
    ratio: drawn / redeemed,
    aim: { least: 0.6 },
  });
}

/** Issues a batch of this many codes and returns it. */
async function fill(app: App, count: number): Promise<number[]> {
  return app.work.write(systemCaller('bench'), async ({ db }) => {
    await sql`insert into customer (cust_id, name, created_at, updated_at) values ('ACME', 'Acme', now(), now())`.execute(
      db,
    );
    await sql`insert into collection (cid, created_at, updated_at) values ('C1', now(), now())`.execute(db);
    const { rows } = await sql<{ cg_idx: number }>`
      insert into code_batch (cust_idx, cidx, title, count, price, currency, status, valid_days, valid_after, created_at, updated_at)
      select cust_idx, cidx, 'Batch', 1000000, 1, 'USD', 'issued', 60, 'vend', now(), now() from customer, collection
      returning cg_idx`.execute(db);
    const times = { issued_at: Math.floor(Date.now() / 1000), valid_from: 0, valid_until: 0 };
    const batch = rows[0]?.cg_idx ?? 0;
    await issueCodes(db, { cg_idx: batch, lot: 1, length: 30, ...times }, count);
    return [batch];
  });
}
