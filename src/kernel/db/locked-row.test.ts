import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#test/test-database.ts';
import { openDatabase } from './database.ts';
import { lockRow, lockRows } from './locked-row.ts';
import { openPool } from './pool.ts';

const database = await testDatabase();
const pool = openPool({ connectionString: database.url });
const db = openDatabase(pool);
beforeAll(() =>
  sql`
    create table shelf (n integer primary key, title text not null);
    create table volume (n integer primary key, shelf integer not null references shelf);
    insert into shelf values (1, 'Old'), (2, 'New');
    insert into volume values (7, 1)`.execute(db),
);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const read = sql<{
  n: number;
  title: string;
}>`select v.n, s.title from volume v join shelf s on s.n = v.shelf where v.n = 7`;
const lock = () => db.transaction().execute((trx) => lockRow(trx, sql`volume v where v.n = 7`, read));

const lockSome = () =>
  db
    .transaction()
    .execute((trx) => lockRows(trx, { table: 'volume', key: 'n', order: 'n' }, [7, 8], sql`select * from (${read}) r`));

/** What is read by somebody who waits for the lock while `act` changes the row. */
async function readAfter(act: string, lockIt: () => Promise<unknown> = lock): Promise<unknown> {
  let waiting: Promise<unknown> | undefined;
  await db.transaction().execute(async (trx) => {
    await sql.raw(act).execute(trx);
    waiting = lockIt();
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_locks where not granted`.execute(db);
        return rows.length;
      })
      .toBeGreaterThan(0);
  });
  return waiting;
}

test('A row and what is joined to it are read when it is locked', async () => {
  expect(await lock()).toEqual({ n: 7, title: 'Old' });
});

test('A row that was changed while somebody waited to lock it is read as it is then, with what is joined to it', async () => {
  expect(await readAfter('update volume set shelf = 2')).toEqual({ n: 7, title: 'New' });
});

test('Of several rows, each is read as it is when all are locked', async () => {
  expect(await lockSome()).toEqual([{ n: 7, title: 'New' }]);
  expect(await readAfter('update volume set shelf = 1', lockSome)).toEqual([{ n: 7, title: 'Old' }]);
  expect(await readAfter("with s as (update shelf set title = 'Later') update volume set shelf = 2", lockSome)).toEqual(
    [{ n: 7, title: 'Later' }],
  );
});

test('A row that was deleted meanwhile is missing', async () => {
  expect(await readAfter('delete from volume')).toBeUndefined();
  expect(await lock()).toBeUndefined();
});
