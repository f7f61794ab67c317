import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '#test/database-proxy.ts';
import type { TestDatabase } from '#test/postgres.ts';
import { openDatabase } from './database.ts';
import { openPool, type Pool } from './pool.ts';
import { serverUrls } from './servers.ts';

test('An address that names several servers is one address for each', () => {
  expect(serverUrls('postgres://ada:a%2Cb@one:5432,two/office?sslmode=require')).toEqual([
    'postgres://ada:a%2Cb@one:5432/office?sslmode=require',
    'postgres://ada:a%2Cb@two/office?sslmode=require',
  ]);
  expect(serverUrls('postgresql:///office?host=/run/a,b')).toEqual(['postgresql:///office?host=/run/a,b']);
});

describe('With several servers', () => {
  let database: TestDatabase;
  let one: DatabaseProxy;
  let two: DatabaseProxy;
  beforeAll(async () => {
    database = await testDatabase();
    one = await startDatabaseProxy(database.url);
    two = await startDatabaseProxy(database.url);
  });
  afterAll(async () => {
    await two.close();
    await database.drop();
  });

  const place = (url: string) => new URL(url).host;
  /** The database's address with these servers in it. */
  const through = (...hosts: string[]) => ({ connectionString: two.url.replace(place(two.url), hosts.join(',')) });
  const answers = async (pool: Pool) => (await sql`select 1`.execute(openDatabase(pool))).rows.length;

  test('work goes on with another one when the one in use is gone', async () => {
    const pool = openPool(through(place(one.url), place(two.url)));
    expect(await answers(pool)).toBe(1);
    await one.close();
    // The connection that broke may fail the statement that meets it.
    await answers(pool).catch(() => undefined);
    expect(await Promise.all(Array.from({ length: 20 }, () => answers(pool)))).toEqual(
      Array.from({ length: 20 }, () => 1),
    );
    await pool.end();
  });

  test('one that was never there does no harm', async () => {
    const pool = openPool(through('127.0.0.1:1', place(two.url)));
    expect(await answers(pool)).toBe(1);
    await pool.end();
  });

  test('of which none answers, statements fail as with one', async () => {
    const pool = openPool(through('127.0.0.1:1', '127.0.0.1:2'));
    await expect(answers(pool)).rejects.toThrow('The database does not answer.');
    await pool.end();
  });
});
