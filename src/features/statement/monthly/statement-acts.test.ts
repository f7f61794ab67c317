import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueCodes } from '#features/batch/issue/issue.store.ts';
import { codeDesk } from '#features/code/code.fixture.ts';
import { foldCodeDays, storeCodeZone } from '#features/code/code-days.store.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { readStatement } from './statement.read.ts';
import { monthAfter } from '#kernel/text/calendar-months.rules.ts';
import { differenceOf, flows, type StatementFigures } from './statement.rules.ts';

/*
 * Random acts on codes over years, in changing time zones, against counting the codes' states before and after each of
 * them. STATEMENT_SEED replays a run.
 */
const isLong = process.env['TEST_LONG'] === '1';
const actCount = isLong ? 10_000 : 500;
const seed = Number(process.env['STATEMENT_SEED'] ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 7));
const zones = ['Asia/Seoul', 'America/New_York', 'UTC', 'Pacific/Kiritimati', 'America/St_Johns'];

let office: Office;
let custIdx = 0;
const batches: number[] = [];
const desk = codeDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
  custIdx = await desk.addCustomer('ACME');
  const cidx = await desk.addCollection('c1');
  for (const title of ['First', 'Second', 'Third'])
    batches.push(await desk.addBatch({ cust_idx: custIdx, cidx, title }));
});
afterAll(() => office.close());

/** A seeded generator of pseudo-random numbers below `end`. */
function numbers(from: number) {
  let state = from;
  return (end: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * end);
  };
}

const next = numbers(seed);
const day = 86_400;
let timeZone = 'UTC';
const now = () => inSeconds(office.clock.now());
const write = (run: Parameters<typeof office.app.work.write>[1]) =>
  office.app.work.write(systemCaller('test'), (ctx) => run({ ...ctx, timeZone }));

/** Moves the clock of the office and of the database to a time in seconds. */
async function moveTo(time: number): Promise<void> {
  office.clock.set(new Date(time * 1000).toISOString());
  await sql`create or replace function code_now() returns bigint language sql volatile as ${sql.lit(`select ${time}::bigint`)}`.execute(
    office.db,
  );
}

const unused = sql`cg_idx is not null and activated_date = 0 and is_canceled = 0`;

async function countUnused(at = now()): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from code where ${unused} and (valid_until = 0 or valid_until > ${at})`.execute(office.db);
  return rows[0]?.count ?? 0;
}

/** The first moment of a month, in seconds. */
async function startOf(month: string): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from ${`${month}-01`}::timestamp at time zone ${timeZone})::bigint as at`.execute(office.db);
  return rows[0]?.at ?? 0;
}

const monthNow = () => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(office.clock.now()).slice(0, 7);
const statementOf = async (month: string): Promise<StatementFigures> =>
  (await office.app.work.read(systemCaller('test'), (ctx) => readStatement({ ...ctx, timeZone }, custIdx, month)))
    .figures;

const some = () => sql`cg_idx = ${batches[next(3)]} and abs(hashtext(code)) % 11 = ${next(11)}`;
const future = () => (next(3) === 0 ? 0 : now() + 1 + next(70 * day));

/** Acts on codes by the figure in which those that leave the unused ones are counted. */
const acts: [keyof StatementFigures, () => Promise<unknown>][] = [
  [
    'issued',
    () =>
      write(({ db }) =>
        issueCodes(
          db,
          { cg_idx: batches[next(3)] ?? 0, lot: 1, issued_at: now(), valid_from: 0, valid_until: future(), length: 30 },
          1 + next(60),
        ),
      ),
  ],
  [
    'redeemed',
    () =>
      sql`update code set activated_date = ${now()}, expired_date = ${now() + next(90 * day)}
        where ${unused} and (valid_until = 0 or valid_until > ${now()}) and ${some()}`.execute(office.db),
  ],
  [
    'canceled',
    () =>
      sql`update code set is_canceled = ${now()} where is_canceled = 0 and (ends_at = 0 or ends_at > ${now()})
        and ${some()}`.execute(office.db),
  ],
  [
    'withdrawn',
    () =>
      sql`update code set is_canceled = ${now()}, withdrawn = true where ${unused} and ${some()}`.execute(office.db),
  ],
  [
    'restored',
    () =>
      sql`update code set is_canceled = 0, withdrawn = false where is_canceled > 0 and ${some()}`.execute(office.db),
  ],
  // The undo of a restoring, which puts back the moment of the cancellation.
  [
    'canceled',
    () =>
      sql`update code set is_canceled = ${now() - next(40 * day)} where is_canceled = 0 and not withdrawn and ${some()}`.execute(
        office.db,
      ),
  ],
  [
    'expired',
    () => sql`update code set valid_until = ${future()} where activated_date = 0 and ${some()}`.execute(office.db),
  ],
  [
    'expired',
    () =>
      sql`update code set valid_until = ${now() - next(9 * day)} where activated_date = 0 and ${some()}`.execute(
        office.db,
      ),
  ],
  [
    'expired',
    () =>
      sql`update code set expired_date = expired_date + ${day} where activated_date > 0 and ${some()}`.execute(
        office.db,
      ),
  ],
];

test(`The lines of each month add up and equal a count of the codes after ${actCount} random acts, seed ${seed}`, async () => {
  timeZone = 'Asia/Seoul';
  await moveTo(now());
  let month = monthNow();
  let counted = { opening: 0, issued: 0, restored: 0, withdrawn: 0, redeemed: 0, expired: 0, canceled: 0 };
  const closed = new Map<string, StatementFigures>();

  /** Lets time pass up to a moment of this month; codes that end by then expire. */
  const passTo = async (time: number) => {
    const before = await countUnused();
    await moveTo(time);
    counted.expired += before - (await countUnused());
  };
  const close = async () => {
    const end = await startOf(monthAfter(month));
    await passTo(end);
    const closing = await countUnused();
    const figures = await statementOf(month);
    expect({ month, ...figures }).toEqual({ month, ...counted, closing });
    closed.set(month, figures);
    counted = { opening: closing, issued: 0, restored: 0, withdrawn: 0, redeemed: 0, expired: 0, canceled: 0 };
    month = monthNow();
  };

  for (let round = 0; round < actCount; round++) {
    const [cause, act] = acts[next(acts.length)] ?? [];
    const before = await countUnused();
    await act?.();
    const change = (await countUnused()) - before;
    if (change > 0) counted[cause === 'issued' ? 'issued' : 'restored'] += change;
    else if (change < 0 && cause) counted[cause as (typeof flows)[number]] -= change;
    if (next(20) === 0) await write(foldCodeDays);
    const to = now() + next(2) * next(3 * day);
    while ((await startOf(monthAfter(month))) <= to) await close();
    await passTo(to);
    // In the middle of a month: at its edge, the month itself begins or ends again.
    const date = new Date(to * 1000).getUTCDate();
    if (next(30) === 0 && date > 3 && date < 26) {
      timeZone = zones[next(zones.length)] ?? timeZone;
      await write(storeCodeZone);
    }
    if (round % 25 === 0) {
      const figures = await statementOf(month);
      expect({ round, ...figures }).toEqual({ round, ...counted, closing: await countUnused() });
    }
  }
  await close();
  expect(closed.size).toBeGreaterThan(isLong ? 200 : 8);
  for (const [closedMonth, figures] of closed) {
    expect(differenceOf(figures)).toBe(0);
    expect({ closedMonth, ...(await statementOf(closedMonth)) }).toEqual({ closedMonth, ...figures });
  }
  for (const flow of flows) expect(Math.max(...closed.values().map((figures) => figures[flow]))).toBeGreaterThan(0);
}, 3_600_000);
