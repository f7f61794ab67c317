import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#kernel/db/database.ts';
import { type Office, startOffice } from '#test/app.ts';
import { whileLocked } from '#test/while-locked.ts';
import { reservationDesk } from '../reservation.fixture.ts';

let office: Office;
let other: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  other = await startOffice({ jobs: true, beside: office });
});
afterAll(async () => {
  await other.close();
  await office.close();
});

const desk = reservationDesk(() => office);
beforeEach(() => desk.clear());
const pass = (seconds: number) => office.clock.advance(seconds * 1000);
const becomes = (resIdx: number, status: string) => expect.poll(() => desk.statusOf(resIdx)).toBe(status);
const lockRow = (resIdx: number) => (trx: Database) =>
  sql`select from reservation where res_idx = ${resIdx} for update`.execute(trx);

describe('A scheduled change is not lost', () => {
  test('where a conflict is decided while it is being moved: it is applied at its new time', async () => {
    await desk.add('one');
    const resIdx = await desk.schedule('one', 60, { value: desk.price('8') });
    const move = (trx: Database) =>
      sql`update reservation set apply_at = apply_at + interval '1 hour', version = version + 1
        where res_idx = ${resIdx}`.execute(trx);
    const [decided] = await whileLocked(office.db, move, [() => desk.change(resIdx, { decide: 'rebase' })]);
    expect(decided?.status).toBe(200);
    await desk.add('two');
    const early = await desk.schedule('two', 60);
    pass(60);
    await becomes(early, 'applied');
    expect(await desk.statusOf(resIdx)).toBe('scheduled');
    pass(3600);
    await becomes(resIdx, 'applied');
  });

  test('where its cancellation is undone across its time: it is applied then', async () => {
    await desk.add('one');
    await desk.add('two');
    const [resIdx, early] = [await desk.schedule('one', 60), await desk.schedule('two', 60)];
    const { act_idx } = (await desk.cancel(resIdx)).json.results;
    const undo = () => office.admin.undo(act_idx);
    const [undone] = await whileLocked(office.db, lockRow(resIdx), [undo], async () => {
      pass(60);
      await becomes(early, 'applied');
    });
    expect(undone?.json.results).toMatchObject({ back: 1, kept: 0 });
    await becomes(resIdx, 'applied');
  });

  test('where it fails while its conflict is being decided: it is scheduled again', async () => {
    await desk.add('one');
    const resIdx = await desk.schedule('one', 3600);
    const fail = (trx: Database) =>
      trx.updateTable('reservation').set({ status: 'failed' }).where('res_idx', '=', resIdx).execute();
    await whileLocked(office.db, fail, [() => desk.change(resIdx, { decide: 'anyway' })]);
    expect(await desk.statusOf(resIdx)).toBe('scheduled');
  });
});

describe('The trouble of one collection delays no other', () => {
  const schedule = async (cids: string[]) => {
    for (const cid of cids) await desk.add(cid);
    const made: number[] = [];
    // The one in trouble is the first to be due.
    for (const [n, cid] of cids.entries()) made.push(await desk.schedule(cid, 60 + n, { value: desk.price('8') }));
    return made as [number, ...number[]];
  };
  const cids = ['stuck', ...Array.from({ length: 12 }, (_, n) => `c${n}`)];

  test.each([
    [
      'somebody holds the collection',
      (trx: Database) => sql`select from collection where cid = 'stuck' for update`.execute(trx),
    ],
    [
      'somebody holds its versions',
      (trx: Database) => sql`select from versioned where entity_id = 'stuck' for update`.execute(trx),
    ],
    [
      'somebody holds the change',
      (trx: Database) => sql`select from reservation where cid = 'stuck' for update`.execute(trx),
    ],
  ])('where %s; it is applied once that is over', async (_what, lock) => {
    const [stuck, ...others] = await schedule(cids);
    await office.db.transaction().execute(async (trx) => {
      await lock(trx);
      pass(120);
      for (const resIdx of others) await becomes(resIdx, 'applied');
      expect(await desk.statusOf(stuck)).toBe('scheduled');
    });
    await becomes(stuck, 'applied');
  });

  test.each([
    ['is refused by the database', `raise exception 'poison'`, 'failed'],
    ['costs each its connection', 'perform pg_terminate_backend(pg_backend_pid())', 'scheduled'],
  ])('where its change %s', async (_what, act, status) => {
    const [stuck, ...others] = await schedule(cids);
    await sql`create function poison() returns trigger language plpgsql as ${sql.lit(
      `begin if new.cid = 'stuck' then ${act}; end if; return new; end`,
    )}`.execute(office.db);
    await sql`create trigger poison before update on collection for each row execute function poison()`.execute(
      office.db,
    );
    pass(120);
    for (const resIdx of others) await becomes(resIdx, 'applied');
    await becomes(stuck, status);
    await sql`drop function poison cascade`.execute(office.db);
    if (status === 'scheduled') await becomes(stuck, 'applied');
  });

  test('where its change breaks a rule, which is stored in it and leaves nothing else', async () => {
    const [stuck, ...others] = await schedule(cids);
    await sql`update reservation set target = 'cover_img', value = '999999' where res_idx = ${stuck}`.execute(
      office.db,
    );
    pass(120);
    for (const resIdx of others) await becomes(resIdx, 'applied');
    await becomes(stuck, 'failed');
    expect(await desk.versions('stuck')).toHaveLength(1);
  });
});

test('Requests are answered while hundreds of changes are due, each of which is applied once', async () => {
  await desk.add('one');
  await sql`
    insert into reservation (cid, cidx, target, value, apply_at, zone, based_on, anyway, created_at, updated_at)
    select cid, cidx, 'price', jsonb_build_array(jsonb_build_object('currency', 'KRW', 'price', n::text, 'subscription_period', 0)),
      ${office.clock.now().toISOString()}::timestamptz, 'UTC', 0, true, now(), now()
    from collection, generate_series(1, 200) n`.execute(office.db);
  const left = async () =>
    (await office.db.selectFrom('reservation').select('res_idx').where('status', '=', 'scheduled').execute()).length;
  await expect.poll(left).toBeLessThan(200);
  expect((await office.admin.get('/agegroup')).status).toBe(200);
  await expect.poll(left).toBe(0);
  const { rows } = await sql<{ made: number }>`
    select count(distinct applied_version) as made from reservation where status = 'applied'`.execute(office.db);
  expect(rows[0]?.made).toBe(200);
});
