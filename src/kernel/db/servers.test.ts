import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/test-database.ts';
import { type Network, startNetwork } from '#test/network.ts';
import type { TestDatabase } from '#test/postgres.ts';
import { openDatabase } from './database.ts';
import { openPool, type Pool } from './pool.ts';
import { serverUrls } from './servers.ts';

test('An address that names several servers becomes one address for each', () => {
  expect(serverUrls('postgres://ada:a%2Cb@one:5432,two/office?sslmode=require')).toEqual([
    'postgres://ada:a%2Cb@one:5432/office?sslmode=require',
    'postgres://ada:a%2Cb@two/office?sslmode=require',
  ]);
  expect(serverUrls('postgresql:///office?host=/run/a,b')).toEqual(['postgresql:///office?host=/run/a,b']);
});

describe('With several servers', () => {
  let database: TestDatabase;
  let one: Network;
  let two: Network;
  beforeAll(async () => {
    database = await testDatabase();
    one = await startNetwork(database.url);
    two = await startNetwork(database.url);
  });
  afterAll(async () => {
    await two.close();
    await database.drop();
  });

  const hostOf = (url: string) => new URL(url).host;
  /** The database's address, naming these servers. */
  const through = (...hosts: string[]) => ({ connectionString: two.url.replace(hostOf(two.url), hosts.join(',')) });
  const answers = async (pool: Pool) => (await sql`select 1`.execute(openDatabase(pool))).rows.length;

  test('work continues with another one when the one in use is gone', async () => {
    const pool = openPool(through(hostOf(one.url), hostOf(two.url)));
    expect(await answers(pool)).toBe(1);
    await one.close();
    // The first statement to use the broken connection may fail.
    await answers(pool).catch(() => undefined);
    expect(await Promise.all(Array.from({ length: 20 }, () => answers(pool)))).toEqual(
      Array.from({ length: 20 }, () => 1),
    );
    await pool.end();
  });

  test('work continues with another one when the one in use vanishes silently, and nothing waits for it', async () => {
    const gone = await startNetwork(database.url);
    const pool = openPool(through(hostOf(gone.url), hostOf(two.url)), { max: 2 });
    // One with a very long deadline, one with a short one.
    const [patient, hasty] = [openDatabase(pool, 600_000), openDatabase(pool, 1500)];
    const both = () => Promise.all([patient, hasty].map((db) => sql`select 1`.execute(db)));
    await both();
    gone.swallow();
    const waiting = expect(sql`select 1`.execute(patient)).rejects.toThrow('The database does not answer.');
    await expect(sql`select 1`.execute(hasty)).rejects.toThrow('The database does not answer.');
    await waiting;
    expect(await both()).toHaveLength(2);
    await pool.end();
    await gone.close();
  });

  test('a missing one does no harm', async () => {
    const pool = openPool(through('127.0.0.1:1', hostOf(two.url)));
    expect(await answers(pool)).toBe(1);
    await pool.end();
  });

  test('of which none answers, statements fail as with a single one', async () => {
    const pool = openPool(through('127.0.0.1:1', '127.0.0.1:2'));
    await expect(answers(pool)).rejects.toThrow('The database does not answer.');
    await pool.end();
  });
});
