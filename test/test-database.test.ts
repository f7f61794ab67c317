import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from './test-database.ts';

const [one, two] = await Promise.all([testDatabase(), testDatabase()]);

afterAll(() => Promise.all([one.drop(), two.drop()]));

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text).finally(() => client.end());
  return rows;
}

test('a test database has every migration, and shares nothing with another', async () => {
  expect(await query(one.url, 'select from migration')).not.toEqual([]);
  await query(one.url, 'create table mine (id int)');
  await expect(query(two.url, 'select from mine')).rejects.toThrow('relation "mine" does not exist');
});

test('a dropped database is gone, even while somebody is connected to it', async () => {
  const database = await testDatabase();
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  await database.drop();
  await expect(query(database.url, 'select 1')).rejects.toThrow('does not exist');
});
