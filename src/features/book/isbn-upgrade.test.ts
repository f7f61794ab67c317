import path from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planRows } from '#features/library/rows/row-plan.store.ts';
import { givenColumns, splitTexts } from '#features/library/rows/staged-rows.store.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { testDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/postgres.ts';
import { bookFields } from './fields/book-fields.rules.ts';
import { numberOfIsbn } from './fields/isbn.rules.ts';

const folder = path.resolve(import.meta.dirname, '../../../db/migrations');
let database: TestDatabase;
// biome-ignore lint/suspicious/noExplicitAny: the tables of two releases
let db: Kysely<any>;
beforeAll(async () => {
  database = await testDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  pool.on('error', () => undefined);
  db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(db, folder, '0230_change_of_a_tab');
  await sql`
    with made as (insert into series (title, position) values ('Lanterns', 1) returning ser_idx)
    insert into level (ser_idx, title, position) select ser_idx, 'Level 1', 1 from made`.execute(db);
  await add('A', '0306406152', '9791190000017');
  await add('B', '9780306406157', '9791190000024');
  await add('C', '9780804429573', '9791190000031');
  await migrate(db, folder);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const add = (bid: string, print: string, spindle: string) =>
  sql`
  insert into book (bid, format, title, ser_idx, lev_idx, isbn_print, isbn_spindle, created_at, updated_at)
  select ${bid}, 'SPINDLE', 'Book', ser_idx, lev_idx, ${print}, ${spindle}, now(), now() from level`.execute(db);
const give = (bid: string, print: string) => sql`update book set isbn_print = ${print} where bid = ${bid}`.execute(db);
const shared = async () =>
  (await sql<{ bid: string }>`select bid from book where shared_isbns is not null order by bid`.execute(db)).rows.map(
    ({ bid }) => bid,
  );

/** The conflicts of these rows, each a bid and its print ISBN. */
async function conflicts(...rows: [bid: string, print: string][]) {
  const staged = rows.map(([bid, print], n) => ({
    row_no: n + 1,
    cells: bookFields.map(({ name }) => (name === 'bid' ? bid : name === 'isbn_print' ? print : '')),
  }));
  const relation = sql`
    select row_no, ${splitTexts(sql`joined`)} as cells, null::jsonb as problems
    from unnest(${givenColumns(staged)}) given (row_no, joined)`;
  const planned = await planRows(db, relation, { update: true });
  const found = await sql<{ conflicts: string[] }>`select conflicts from (${planned}) p order by row_no`.execute(db);
  return found.rows.map((row) => row.conflicts.filter((name) => name.startsWith('isbn_print')));
}

test('an installation where two books have the 10 and the 13 digits of one ISBN is upgraded, and both keep them', async () => {
  expect(await shared()).toEqual(['A', 'B']);
  await sql`update book set title = 'Other', isbn_print = isbn_print`.execute(db);
  expect(await shared()).toEqual(['A', 'B']);
  // A sheet that repeats what both have is accepted; a third book does not get the number.
  expect(await conflicts(['A', '0306406152'], ['B', '9780306406157'])).toEqual([[], []]);
  expect(await conflicts(['C', '0306406152'])).toEqual([['isbn_print.taken']]);
  await expect(give('C', '0306406152')).rejects.toThrow('book__isbn_print_key');
});

test('once one of the two gives the number up, the other has it alone', async () => {
  await give('B', '9780306406164');
  expect(await shared()).toEqual([]);
  await expect(give('C', '9780306406157')).rejects.toThrow('book__isbn_print_number_key');
  expect(await conflicts(['C', '9780306406157'])).toEqual([['isbn_print.taken']]);
  await give('A', '9780306406157');
  await expect(give('C', '0306406152')).rejects.toThrow('book__isbn_print_number_key');
});

test('the database and the product read the same number from an ISBN', async () => {
  const digits = Array.from({ length: 2000 }, (_, n) => String((n * 7_654_321 + 123) % 1_000_000_000).padStart(9, '0'));
  const texts = digits.map((nine, n) => nine + '0123456789X'[n % 11]);
  const all = [...texts, '', 'starling', 'ABCDEFGHIJ', '03064061ß2', '080442957x', '9780306406157'];
  const { rows } = await sql<{ number: string }>`
    select isbn13(text) as number from unnest(${all}::text[]) with ordinality given (text, place) order by place`.execute(
    db,
  );
  const numbers = rows.map(({ number }) => number);
  expect(numbers).toEqual(all.map(numberOfIsbn));
  expect(numbers.filter((number, n) => number !== all[n]).length).toBeGreaterThan(100);
});
