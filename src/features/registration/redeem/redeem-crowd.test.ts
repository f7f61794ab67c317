import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#kernel/db/database.ts';
import { openPool, type Pool } from '#kernel/db/pool.ts';
import { type Office, startOffice } from '#test/app.ts';
import { redeemDesk } from '../registration.fixture.ts';

/* Many learners at the same moment, on few connections; the rows they need are concerned by a transaction of nobody here. */
let office: Office;
let pool: Pool;
let outside: Database;
let key: string;
const desk = redeemDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ poolSize: 4 });
  pool = openPool({ connectionString: office.databaseUrl });
  outside = openDatabase(pool);
});
beforeEach(async () => {
  await desk.clear();
  key = (await office.admin.post('/api/v1/api_key', { name: 'Portal', scope: 'redeem' })).json.results.key;
});
afterAll(async () => {
  await pool.end();
  await office.close();
});

const byPortal = (code: string, learner_id: string) =>
  office.stranger.post('/portal/v1/redeem', { code, learner_id }, { authorization: `Bearer ${key}` });

/** Runs the calls while rows are concerned; before they are released, staff write. Returns the statuses of the calls. */
async function whileStaffWrite(
  lock: (trx: Database) => Promise<unknown>,
  waiting: number,
  calls: readonly (() => Promise<{ status: number }>)[],
): Promise<number[]> {
  const { answers } = await outside.transaction().execute(async (trx) => {
    await lock(trx);
    const pending = Promise.all(calls.map((call) => call()));
    await vi.waitUntil(async () => (await countWaiting()) >= waiting, { timeout: 30_000 });
    const title = `Beside ${waiting} ${calls.length}`;
    expect((await office.admin.form('/api/v1/category', { title })).status).toBe(200);
    return { answers: pending };
  });
  return (await answers).map(({ status }) => status);
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(outside);
  return rows.length;
}

test('staff write while learners, through portals and staff, wait for one event; its places are kept exactly', async () => {
  await desk.addCollection('C1');
  const id = await desk.addEvent(1, { participant_limit: 20 });
  const code = 'EVENT0000001';
  const calls = Array.from({ length: 15 }, (_, n) => [
    () => byPortal(code, `learner ${n}`),
    () => desk.redeem(code, `reader ${n}`),
  ]).flat();
  const lock = (trx: Database) => trx.selectFrom('event').selectAll().where('event_idx', '=', id).forUpdate().execute();
  const statuses = await whileStaffWrite(lock, 1, calls);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 409)).toHaveLength(10);
});

test('programs never take the last connections of staff, whatever they wait for', async () => {
  const codes = await desk.issueCodes(12);
  const lock = (trx: Database) => trx.selectFrom('code').selectAll().forUpdate().execute();
  const calls = codes.map((code) => () => byPortal(code, 'mia'));
  expect(new Set(await whileStaffWrite(lock, 2, calls))).toEqual(new Set([200]));
});

test('nor does anybody who tries many unknown codes at once', async () => {
  const { staff_idx } = await office.db
    .selectFrom('staff')
    .select('staff_idx')
    .where('staff_id', '=', 'ada')
    .executeTakeFirstOrThrow();
  const counted = `redeem:staff:${staff_idx}`;
  const lock = (trx: Database) => sql`select pg_advisory_xact_lock(hashtextextended(${counted}, 0))`.execute(trx);
  const calls = Array.from({ length: 12 }, (_, n) => () => desk.redeem(`ZZZZZZZZZZ${22 + n}`, 'mia'));
  expect(new Set(await whileStaffWrite(lock, 1, calls))).toEqual(new Set([404]));
});
