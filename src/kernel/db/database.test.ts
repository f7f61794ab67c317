import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { DatabaseUnreachable } from './failures.ts';
import { openPool, type Pool } from './pool.ts';

const database = await testDatabase();
let pool: Pool;
let db: Database;
const idle: Error[] = [];
beforeAll(() => {
  pool = openPool({ connectionString: database.url }, { onError: (error) => idle.push(error) });
  db = openDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const pidOf = async (handle: Database) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(handle);
  return rows[0]?.pid;
};
const terminate = (pid: number | undefined) => sql`select pg_terminate_backend(${pid}::int)`.execute(db);

describe('Values', () => {
  test('of 64 bits are numbers, times and days are text, the rest are JavaScript values', async () => {
    const { rows } = await sql`
      select 9007199254740991::bigint as big, count(*) as count, timestamptz '2026-03-02 09:00Z' as at,
             date '2026-03-02' as day, jsonb '{"a":[1]}' as json, 1.10::numeric as money, true as yes, null as none
      from (values (1)) one`.execute(db);
    expect(rows).toEqual([
      {
        big: Number.MAX_SAFE_INTEGER,
        count: 1,
        at: '2026-03-02 09:00:00+00',
        day: '2026-03-02',
        json: { a: [1] },
        money: '1.10',
        yes: true,
        none: null,
      },
    ]);
  });
});

describe('A connection that breaks', () => {
  test('while it is idle is reported, and the next statement takes another', async () => {
    const pid = await pidOf(db);
    const outside = openPool({ connectionString: database.url });
    await outside.query('select pg_terminate_backend($1)', [pid]);
    await outside.end();
    await expect.poll(() => idle.length).toBe(1);
    expect(await pidOf(db)).not.toBe(pid);
  });

  test('inside a transaction, between two statements, fails that transaction alone', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await terminate(await pidOf(trx));
      await expect
        .poll(() =>
          sql`select 1`.execute(trx).then(
            () => 'answers',
            () => 'broken',
          ),
        )
        .toBe('broken');
      await sql`select 1`.execute(trx);
    });
    await expect(failing).rejects.toBeInstanceOf(DatabaseUnreachable);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  test('during a statement fails that statement alone', async () => {
    for (let n = 0; n < 5; n++) {
      const failing = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
      await expect(failing).rejects.toBeInstanceOf(DatabaseUnreachable);
      expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    }
  });

  test('cannot be opened at all where nothing listens', async () => {
    const nowhere = openPool({ connectionString: 'postgres://127.0.0.1:1/none' });
    await expect(sql`select 1`.execute(openDatabase(nowhere))).rejects.toBeInstanceOf(DatabaseUnreachable);
    await nowhere.end();
  });
});

describe('A statement', () => {
  const prepared = async (client: Database) => {
    const { rows } = await sql<{ statement: string; runs: number }>`
      select statement, custom_plans as runs from pg_prepared_statements`.execute(client);
    return rows.filter(({ statement }) => statement.includes('/* mine'));
  };
  const query = (client: Database, n: number) =>
    sql`${sql.raw(`select /* mine ${n} */`)} ${n}::int as n`.execute(client);

  test('that is sent again is parsed once, and uses the new values', async () => {
    await db.connection().execute(async (one) => {
      expect(await prepared(one)).toEqual([]);
      const answers = [];
      for (const value of [7, 8, 9])
        answers.push((await sql`select /* mine */ ${value}::int as n`.execute(one)).rows[0]);
      expect(answers).toEqual([{ n: 7 }, { n: 8 }, { n: 9 }]);
      // The first was sent unnamed: most statements are never sent again.
      expect(await prepared(one)).toEqual([{ statement: expect.any(String), runs: 2 }]);
    });
  });

  test('that is sent often stays prepared, however many others are sent once', async () => {
    await db.connection().execute(async (one) => {
      for (let n = 1000; n < 1500; n++) await query(one, n);
      await query(one, 1);
      await query(one, 1);
      expect(await prepared(one)).toContainEqual({ statement: expect.stringContaining('mine 1 '), runs: 1 });
    });
  });
});
