import path from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#kernel/db/migrate.ts';
import { testDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/postgres.ts';

const folder = path.resolve(import.meta.dirname, '../../../../db/migrations');
let database: TestDatabase;
let db: Kysely<unknown>;
beforeAll(async () => {
  database = await testDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  pool.on('error', () => undefined);
  db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(db, folder, '0112_code_lots');
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Adds a batch as earlier releases left it, with codes 'X' + its number + a letter for each of these. */
async function addBatch(cg_idx: number, batch: { count: number; missing?: number }, codes: string[]): Promise<void> {
  await sql`
    insert into code_batch (cg_idx, cust_idx, cidx, title, count, missing, price, currency, status, created_at, created_by, updated_at)
    overriding system value
    select ${cg_idx}, cust_idx, cidx, 'Batch', ${batch.count}, ${batch.missing ?? 0}, 1, 'USD', 'issued', to_timestamp(100), 'ada', to_timestamp(100)
    from customer, collection`.execute(db);
  for (const [index, values] of codes.entries())
    await sql`
      insert into code (code, cg_idx, issued_at, activated_date, is_canceled)
      select ${`XXXXXXXXXX${cg_idx}${String.fromCharCode(65 + index)}`}, ${cg_idx}, ${sql.raw(values)}`.execute(db);
}

const audit = (action: string, id: number, at: number, actor: string, count: number, act: number | null = null) =>
  sql`
  insert into audit (entity, entity_id, action, at, actor, after, act_idx)
  values ('code_batch', ${String(id)}, ${`code_batch.${action}`}, to_timestamp(${at}), ${actor},
    jsonb_build_object('count', ${count}::integer), ${act}::bigint)`.execute(db);

const rowsOf = async (statement: ReturnType<typeof sql>) => (await statement.execute(db)).rows;

test('the codes of earlier releases get lots, and those that a lowered quantity took are withdrawn', async () => {
  await sql`insert into customer (cust_id, name, created_at, updated_at) values ('ACME', 'Acme', now(), now())`.execute(
    db,
  );
  await sql`insert into collection (cid, created_at, updated_at) values ('c1', now(), now())`.execute(db);
  // Raised by Kim, then lowered by three; one code was cancelled by itself, after that.
  const [unused, later] = ['100, 0, 0', '200, 0, 0'];
  await addBatch(1, { count: 5 }, [
    unused,
    '100, 110, 0',
    '100, 0, 400',
    '100, 0, 300',
    later,
    '200, 0, 300',
    later,
    '200, 0, 300',
  ]);
  await audit('created', 1, 99.5, 'ada', 4);
  await audit('raised', 1, 199.9, 'kim', 8);
  await audit('lowered', 1, 300, 'ada', 5, 7);
  await sql`
    insert into act_record (act_idx, entity, record_id, after)
    select 7, 'code', code, '{"is_canceled": 300}' from code where is_canceled = 300`.execute(db);
  // Lowered when two were cancelled already, so that it had to cancel none.
  await addBatch(2, { count: 2 }, [unused, '100, 0, 150', '100, 0, 160', '100, 0, 140']);
  // A lowering undone by hand: its codes are all there.
  await addBatch(3, { count: 1 }, [unused, unused, '100, 110, 0']);
  // Two more could not be issued.
  await addBatch(4, { count: 4, missing: 2 }, [unused, unused]);
  await sql`insert into code (code, issued_at) values ('EVENTCODE222', 5)`.execute(db);

  await migrate(db, folder);

  expect(
    await rowsOf(
      sql`select cg_idx, lot, issued, extract(epoch from issued_at)::integer as at, issued_by, count from code_lot order by 1, 2`,
    ),
  ).toEqual([
    { cg_idx: 1, lot: 1, issued: 4, at: 100, issued_by: 'ada', count: 4 },
    { cg_idx: 1, lot: 2, issued: 4, at: 200, issued_by: 'kim', count: 8 },
    { cg_idx: 2, lot: 1, issued: 4, at: 100, issued_by: 'ada', count: 4 },
    { cg_idx: 3, lot: 1, issued: 3, at: 100, issued_by: 'ada', count: 3 },
    { cg_idx: 4, lot: 1, issued: 2, at: 100, issued_by: 'ada', count: 2 },
  ]);
  expect(
    await rowsOf(sql`
    select cg_idx, substr(code, 12) as code, lot, is_canceled::integer from code where withdrawn order by 1, 2`),
  ).toEqual([
    { cg_idx: 1, code: 'D', lot: 1, is_canceled: 300 },
    { cg_idx: 1, code: 'F', lot: 2, is_canceled: 300 },
    { cg_idx: 1, code: 'H', lot: 2, is_canceled: 300 },
    { cg_idx: 2, code: 'B', lot: 1, is_canceled: 150 },
    { cg_idx: 2, code: 'C', lot: 1, is_canceled: 160 },
  ]);
  // Issued = quantity + withdrawn, in each batch and from the sums as from the codes.
  expect(
    await rowsOf(sql`
    select b.cg_idx, b.count, b.missing, sum(d.issued)::integer as issued, sum(d.withdrawn)::integer as withdrawn,
      sum(d.canceled)::integer as canceled, sum(d.activated)::integer as activated
    from code_batch b join code_day d using (cg_idx) group by b.cg_idx order by b.cg_idx`),
  ).toEqual([
    { cg_idx: 1, count: 5, missing: 0, issued: 8, withdrawn: 3, canceled: 1, activated: 1 },
    { cg_idx: 2, count: 2, missing: 0, issued: 4, withdrawn: 2, canceled: 1, activated: 0 },
    { cg_idx: 3, count: 3, missing: 0, issued: 3, withdrawn: 0, canceled: 0, activated: 1 },
    { cg_idx: 4, count: 4, missing: 2, issued: 2, withdrawn: 0, canceled: 0, activated: 0 },
  ]);
});
