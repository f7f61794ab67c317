import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { Client } from '#test/client.ts';
import { killableOffices } from '#test/killable.ts';
import type { SpawnedOffice } from '#test/spawned-office.ts';

// More than are published while the caller waits.
const books = 5200;
const patience = { timeout: 240_000, interval: 200 };

const { query, start, connect } = killableOffices();
/** Holds a process at the point where it is to be killed. */
let gate: pg.Client;
let office: SpawnedOffice;
beforeAll(async () => {
  gate = await connect();
  office = await start();
  await query(`insert into staff (staff_id, name, password_hash, is_admin)
    values ('minji', 'Minji', 'none', true), ('jun', 'Jun', 'none', true)`);
  const first = { books: [bookRow(1)], create_missing: true };
  await (await as('ada')).results('PUT', '/api/v1/book/import', first);
  await query(
    `insert into book (bid, format, title, ser_idx, lev_idx, isbn_print, isbn_spindle, created_at, updated_at)
     select 'B' || n, b.format, 'Book ' || n, b.ser_idx, b.lev_idx, 'p' || n, 's' || n, now(), now()
     from generate_series(2, $1::integer) n, book b where b.bid = 'B1'`,
    [books],
  );
  await query(`create or replace function paused() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(4711); return new; end $$`);
});
afterAll(() => gate.end());

/** An administrator as a client of the instance that runs, without the cost of a password. */
async function as(id: string): Promise<Client> {
  const token = randomUUID();
  await query(
    `insert into session (token_hash, session_id, staff_idx, created_at, seen_at, address, agent)
     select sha256(convert_to($1, 'UTF8')), gen_random_uuid(), staff_idx, now(), now(), '127.0.0.1', 'test'
     from staff where staff_id = $2`,
    [token, id],
  );
  return new Client(office.url, `sid=${token}`);
}

const rules = async (value: object) => {
  const all = { release: false, codes_above: null, records_above: null, prices: false, delete_collection: false };
  await query(
    `insert into setting (key, value) values ('second_person', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ ...all, proposals: false, ...value })],
  );
};

/** Makes whoever writes such a row wait, until {@link letGo}. */
async function pauseAt(table: string, when: string): Promise<void> {
  await query(`create trigger paused before update on ${table} for each row when (${when}) execute function paused()`);
  await gate.query('select pg_advisory_lock(4711)');
}
const isPaused = async () =>
  (await query("select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted")).length > 0;

/** Kills the process that waits, and starts another once the database has forgotten it. */
async function killWhilePaused(table: string): Promise<void> {
  await expect.poll(isPaused, patience).toBe(true);
  await office.kill();
  await gate.query('select pg_advisory_unlock(4711)');
  await query(`drop trigger paused on ${table}`);
  const others = `select from pg_stat_activity where application_name like 'library-office%' and datname = current_database()`;
  await expect.poll(async () => (await query(others)).length, patience).toBe(0);
  office = await start();
}

const planOf = async (idx: number) =>
  (
    await query<{ status: string; decided_by: string | null }>(
      'select status, decided_by from approval where appr_idx = $1',
      [idx],
    )
  )[0];

const trailOf = (action: string) =>
  query('select actor, approved_by from audit where action = $1 order by audit_idx', [action]);

describe('A process that is killed after a plan was approved', () => {
  /** Plans to publish all books; the job that would do it finds that it needs another person. */
  async function planPublishing(): Promise<number> {
    await query('update book set published_at = null');
    await query('delete from approval');
    await query('truncate act_record');
    await query(`delete from audit where action like 'book%'`);
    await rules({ records_above: 100 });
    const minji = await as('minji');
    await minji.results('PUT', '/api/v1/book', { selection: { filter: {} }, published: true });
    const waiting = () => query<{ appr_idx: number }>(`select appr_idx from approval where status = 'waiting'`);
    await expect.poll(async () => (await waiting()).length, patience).toBe(1);
    return (await waiting())[0]?.appr_idx ?? 0;
  }
  const published = async () => (await query('select from book where published_at is not null')).length;

  test.each([
    {
      where: 'before its job has begun',
      table: 'pgboss.job',
      when: `new.state = 'active' and new.name = 'book.publish'`,
    },
    { where: 'within its job', table: 'book', when: `new.bid = 'B${books / 2}' and new.published_at is not null` },
    { where: 'as its job has done everything but say so', table: 'approval', when: `new.status = 'applied'` },
  ])('$where has it applied once, whole, and by two people', async ({ table, when }) => {
    const idx = await planPublishing();
    await pauseAt(table, when);
    const jun = await as('jun');
    await jun.results('POST', `/api/v1/approval/${idx}/approve`, { version: 1 });
    await killWhilePaused(table);
    await expect.poll(async () => (await planOf(idx))?.status, patience).toBe('applied');
    expect(await planOf(idx)).toEqual({ status: 'applied', decided_by: 'jun' });
    expect(await published()).toBe(books);
    expect(await trailOf('book_act.published')).toEqual([{ actor: 'minji', approved_by: 'jun' }]);
    // Nor a second time by whoever presses again.
    const { status } = await (await as('ada')).request('POST', `/api/v1/approval/${idx}/approve`, {});
    expect(status).toBe(409);
  });

  test('in the approval itself has approved nothing: it waits, and is applied once when somebody approves it again', async () => {
    await rules({ prices: true });
    const price = (amount: string) => [{ currency: 'KRW', price: amount, subscription_period: 30 }];
    const minji = await as('minji');
    await minji.results('POST', '/api/v1/collection', { cid: 'C1', title: 'First steps', prices: price('9900') });
    const { status, text } = await minji.request('PUT', '/api/v5/collection/C1', { prices: price('10400') });
    expect(status).toBe(202);
    const idx: number = JSON.parse(text).results.approval;
    await pauseAt('approval', `new.status = 'applied'`);
    const pressed = (await as('jun')).request('POST', `/api/v1/approval/${idx}/approve`, {});
    await killWhilePaused('approval');
    expect((await pressed).status).toBe(0);
    expect(await planOf(idx)).toEqual({ status: 'waiting', decided_by: null });
    expect(await query('select price::integer from collection_price')).toEqual([{ price: 9900 }]);
    await (await as('jun')).results('POST', `/api/v1/approval/${idx}/approve`, {});
    expect(await query('select price::integer from collection_price')).toEqual([{ price: 10_400 }]);
    expect(await trailOf('approval.approved')).toHaveLength(4);
  });

  test('and before its time came has the release applied at its time, once', async () => {
    await rules({ release: true });
    const minji = await as('minji');
    const { rel_idx: rel } = await minji.results('POST', '/api/v1/release', { name: 'Winter launch' });
    const values = { prices: [{ currency: 'KRW', price: '8900', subscription_period: 30 }] };
    await minji.results('PUT', `/api/v1/release/${rel}/change`, { kind: 'collection', id: 'C1', values });
    const at = Math.ceil(Date.now() / 1000) + 2;
    const { text } = await minji.request('PUT', `/api/v1/release/${rel}`, { apply_at: at });
    const idx: number = JSON.parse(text).results.approval;
    await pauseAt('release', `new.status = 'applied'`);
    await (await as('jun')).results('POST', `/api/v1/approval/${idx}/approve`, {});
    await killWhilePaused('release');
    await expect.poll(async () => (await planOf(idx))?.status, patience).toBe('applied');
    expect(await query('select price::integer from collection_price')).toEqual([{ price: 8900 }]);
    expect(await trailOf('release.applied')).toEqual([{ actor: null, approved_by: 'jun' }]);
  });
});
