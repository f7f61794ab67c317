import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { executeGeneric } from './generic-plan.ts';
import { executeLast } from './last-statement.ts';
import { openPool } from './pool.ts';
import { sentTogether } from './sent-together.ts';

const database = await testDatabase();
// One connection, so that each statement finds it as the one before left it.
const pool = openPool({ connectionString: database.url }, { max: 1 });
const db = openDatabase(pool);
await sql`create table jar (n integer primary key)`.execute(db);
beforeEach(() => sql`truncate jar`.execute(db));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

interface Seen {
  n: number;
  mode: string;
}

const mode = sql<string>`current_setting('plan_cache_mode')`;
const lookUp = (n: number) => sql<Seen>`select ${n}::integer as n, ${mode} as mode`;
const generic = async (on: Database, n = 1) => (await executeGeneric(on, lookUp(n)))[0];
const custom = async (on: Database, n = 1) => (await lookUp(n).execute(on)).rows[0];
const put = (on: Database, n: number) => executeGeneric(on, sql`insert into jar values (${n})`);

describe('A lookup by key', () => {
  test('is planned once, and any other statement each time', async () => {
    for (let n = 0; n < 12; n++) {
      await executeGeneric(db, sql`select n from jar where n = ${n}`);
      await sql`select n from jar where n < ${n}`.execute(db);
    }
    const { rows } = await sql<{ statement: string; generic: number; custom: number }>`
      select statement, generic_plans as generic, custom_plans as custom from pg_prepared_statements
      where statement like 'select n from jar%' order by statement`.execute(db);
    const [other, lookup] = rows;
    expect(other).toMatchObject({ statement: 'select n from jar where n < $1', generic: 0 });
    expect(lookup?.statement).toBe('select n from jar where n = $1');
    expect(lookup?.generic).toBeGreaterThan(0);
  });

  test('leaves the statements after it as they were, whether or not a transaction was rolled back', async () => {
    const modes = async () => [(await generic(db))?.mode, (await custom(db))?.mode];
    expect(await modes()).toEqual(['auto', 'force_custom_plan']);
    await db.transaction().execute(async (trx) => {
      expect([(await custom(trx))?.mode, (await generic(trx))?.mode]).toEqual(['force_custom_plan', 'auto']);
      expect((await custom(trx))?.mode).toBe('force_custom_plan');
    });
    expect(await modes()).toEqual(['auto', 'force_custom_plan']);
    for (const fail of [() => Promise.reject(new Error('given up')), (trx: Database) => put(trx, 1)]) {
      await put(db, 1).catch(() => undefined);
      const failing = db.transaction().execute(async (trx) => {
        await custom(trx);
        await generic(trx);
        await fail(trx);
      });
      await expect(failing).rejects.toThrow();
      expect((await generic(db))?.mode).toBe('auto');
      expect((await custom(db))?.mode).toBe('force_custom_plan');
    }
  });

  test('is right after a return to a savepoint', async () => {
    await db.transaction().execute(async (trx) => {
      await generic(trx);
      await sql`savepoint before`.execute(trx);
      await custom(trx);
      await sql`rollback to savepoint before`.execute(trx);
      expect((await custom(trx))?.mode).toBe('force_custom_plan');
      expect((await generic(trx))?.mode).toBe('auto');
    });
  });

  test('begins a transaction, and may be followed by the last statement of one', async () => {
    await db.transaction().execute(async (trx) => {
      expect(await generic(trx, 5)).toEqual({ n: 5, mode: 'auto' });
      await executeLast(trx, { compile: () => sql`insert into jar values (${3})`.compile(trx) });
    });
    expect((await sql`select n from jar`.execute(db)).rows).toEqual([{ n: 3 }]);
    expect((await custom(db))?.mode).toBe('force_custom_plan');
  });

  test('may be sent together with other reads', async () => {
    const together = sentTogether(db);
    expect(await Promise.all([generic(together, 1), custom(together, 2)])).toEqual([
      { n: 1, mode: 'auto' },
      { n: 2, mode: 'force_custom_plan' },
    ]);
  });
});
