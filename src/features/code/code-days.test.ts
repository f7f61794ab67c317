import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueCodes } from '#features/batch/issue/issue.store.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { codeDesk } from './code.fixture.ts';
import { foldCodeDays, recounted, storeCodeZone } from './code-days.store.ts';
import { figuresOf } from './code-figures.read.ts';
import { stateColumn } from './code-state.read.ts';

let office: Office;
const batches: number[] = [];
const desk = codeDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
  const of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
  for (const title of ['First', 'Second', 'Empty']) batches.push(await desk.addBatch({ ...of, title }));
});
afterAll(() => office.close());

const act = (run: Parameters<typeof office.app.work.write>[1]) => office.app.work.write(systemCaller('test'), run);

/** A seeded generator of pseudo-random numbers below `end`. */
function numbers(seed: number) {
  let state = seed;
  return (end: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * end);
  };
}

const days = async (from: typeof recounted) => {
  const { rows } = await sql`
    select cg_idx, lot, day::text, sum(issued)::integer as issued, sum(activated)::integer as activated, sum(canceled)::integer as canceled,
      sum(canceled_activated)::integer as canceled_activated, sum(withdrawn)::integer as withdrawn, sum(ending)::integer as ending, sum(ending_activated)::integer as ending_activated
    from (${from}) days group by cg_idx, lot, day
    having sum(withdrawn) <> 0 or sum(issued) <> 0 or sum(activated) <> 0 or sum(canceled) <> 0 or sum(ending) <> 0
      or sum(canceled_activated) <> 0 or sum(ending_activated) <> 0
    order by cg_idx, lot, day`.execute(office.db);
  return rows;
};
const stored = sql`select * from code_day`;

describe('The figures of codes', () => {
  const now = () => inSeconds(office.clock.now());

  test('equal a recount after any acts on codes, folded or not, in another time zone too', async () => {
    const next = numbers(42);
    const acts = [
      (some: ReturnType<typeof sql>) => sql`update code set activated_date = ${now()} - ${next(9e5)}::integer,
        expired_date = ${now()} + ${next(4e6) - 2e6}::integer where activated_date = 0 and not withdrawn and ${some}`,
      (some: ReturnType<typeof sql>) =>
        sql`update code set is_canceled = ${now()} - ${next(9e5)}::integer where ${some}`,
      (some: ReturnType<typeof sql>) => sql`update code set is_canceled = 0, withdrawn = false where ${some}`,
      (some: ReturnType<typeof sql>) =>
        sql`update code set is_canceled = ${now()}, withdrawn = true where activated_date = 0 and ${some}`,
      (some: ReturnType<typeof sql>) => sql`update code set valid_until = ${now() + next(4e6) - 2e6} where ${some}`,
    ];
    for (let turn = 0; turn < 60; turn++) {
      const some = sql`abs(hashtext(code)) % 7 = ${next(7)}`;
      await act(async (ctx) => {
        const issued = { issued_at: now() - next(1e6), valid_from: 0, valid_until: next(2) * (now() + next(1e6)) };
        if (turn % 6 === 0)
          await issueCodes(
            ctx.db,
            { cg_idx: batches[turn % 2] ?? 0, lot: 1 + (turn % 3), length: 30, ...issued },
            1 + next(200),
          );
        else await acts[next(acts.length)]?.(some).execute(ctx.db);
        if (turn % 10 === 9) await foldCodeDays(ctx);
      });
    }
    expect(await days(stored)).toEqual(await days(recounted));
    await act((ctx) => storeCodeZone({ ...ctx, timeZone: 'America/New_York' }));
    expect(await days(stored)).toEqual(await days(recounted));
    await act((ctx) => storeCodeZone({ ...ctx, timeZone: 'Asia/Seoul' }));
  });

  test('say how many codes of a batch are in each state at this moment', async () => {
    const counted = await office.app.work.read(systemCaller('test'), async (ctx) => {
      const { rows } = await sql<Record<string, number>>`
        select * from (${figuresOf(ctx, sql<boolean>`true`)}) figures order by cg_idx`.execute(ctx.db);
      return rows;
    });
    const { rows } = await sql<Record<string, number>>`
      select b.cg_idx, count(c.code) as total, count(*) filter (where activated_date > 0) as activated,
        count(*) filter (where withdrawn) as withdrawn,
        count(*) filter (where state = 'canceled' and not withdrawn) as canceled, count(*) filter (where state = 'expired') as expired,
        count(*) filter (where state = 'active') as active, count(*) filter (where state = 'issued') as issued
      from code_batch b left join (select c.*, ${stateColumn(now())} as state from code c) c using (cg_idx)
      group by b.cg_idx order by b.cg_idx`.execute(office.db);
    expect(counted.map((row) => ({ ...row }))).toEqual(
      rows.map((row) => (row['total'] === 0 ? { ...row, issued: 0 } : row)),
    );
    expect(rows[0]?.['expired']).toBeGreaterThan(0);
    expect(rows[0]?.['active']).toBeGreaterThan(0);
  });
});
