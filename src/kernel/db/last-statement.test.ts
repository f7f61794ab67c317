import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/test-database.ts';
import { copyInto } from './copy.ts';
import { type Database, openDatabase } from './database.ts';
import { executeLast } from './last-statement.ts';
import { openPool } from './pool.ts';

const database = await testDatabase();
// One connection, so that each transaction finds it as the one before left it.
const pool = openPool({ connectionString: database.url }, { max: 1 });
const db = openDatabase(pool);
await sql`
  create table box (n integer primary key);
  create table lid (n integer references box deferrable initially deferred)`.execute(db);
beforeEach(() => sql`truncate box, lid`.execute(db));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const boxes = async () => {
  const { rows } = await sql<{ n: number }>`select n from box order by n`.execute(db);
  return rows.map(({ n }) => n);
};
const put = (trx: Database, n: number) => sql`insert into box values (${n})`.execute(trx);
const last = (trx: Database, table: string, n: number) =>
  executeLast(trx, {
    compile: () => sql<{ n: number }>`insert into ${sql.table(table)} values (${n}) returning n`.compile(trx),
  });
const isOpen = async (trx: Database) => {
  const { rows } = await sql<{ open: boolean }>`select pg_current_xact_id_if_assigned() is not null as open`.execute(
    trx,
  );
  return rows[0]?.open;
};
const isFree = async () => {
  await put(db, 100);
  expect(await isOpen(db)).toBe(false);
};

describe('The last statement of a transaction', () => {
  test('is answered, and commits what came before it', async () => {
    const answer = await db.transaction().execute(async (trx) => {
      await put(trx, 1);
      return last(trx, 'box', 2);
    });
    expect(answer).toEqual([{ n: 2 }]);
    expect(await boxes()).toEqual([1, 2]);
    await isFree();
  });

  test('may be its only one', async () => {
    expect(await db.transaction().execute((trx) => last(trx, 'box', 3))).toEqual([{ n: 3 }]);
    expect(await boxes()).toEqual([3]);
  });

  test('commits nothing if it fails', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await put(trx, 1);
      await last(trx, 'box', 1);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await boxes()).toEqual([]);
    await isFree();
  });

  test('fails with what the commit refuses', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await put(trx, 1);
      await last(trx, 'lid', 9);
    });
    await expect(failing).rejects.toMatchObject({ code: '23503' });
    expect(await boxes()).toEqual([]);
    await isFree();
  });
});

describe('A transaction', () => {
  test('is open from its first statement on, and rolled back if that one fails', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await expect(put(trx, 1)).resolves.toBeDefined();
      expect(await isOpen(trx)).toBe(true);
      await put(trx, 1);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    await expect(db.transaction().execute((trx) => sql`select from nothing`.execute(trx))).rejects.toMatchObject({
      code: '42P01',
    });
    expect(await boxes()).toEqual([]);
    await isFree();
  });

  test('may begin with COPY', async () => {
    const pieces = async function* () {
      yield '1\n2\n';
    };
    const failing = db.transaction().execute(async (trx) => {
      await copyInto(trx, 'box (n)', pieces());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await boxes()).toEqual([]);
    await db.transaction().execute((trx) => copyInto(trx, 'box (n)', pieces()));
    expect(await boxes()).toEqual([1, 2]);
  });

  test('without statements sends nothing', async () => {
    expect(await db.transaction().execute(async () => 'done')).toBe('done');
    await expect(db.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await isFree();
  });
});
