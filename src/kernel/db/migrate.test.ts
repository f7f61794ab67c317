import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/postgres.ts';
import { migrate, requireKoreanSearch, UnsuitableDatabase } from './migrate.ts';

let database: TestDatabase;
let folder: string;
const open: Kysely<unknown>[] = [];
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'migrations-'));
  await sql`drop table migration, migration_lock`.execute(connect());
  await writeFile(path.join(folder, '0001_one.sql'), 'create table one (n int); insert into one values (1);');
  await writeFile(path.join(folder, 'README.md'), 'no migration');
});
afterAll(async () => {
  await Promise.all(open.map((db) => db.destroy()));
  await database.drop();
  await rm(folder, { recursive: true });
});

function connect(url = database.url): Kysely<unknown> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // Dropping a database ends the connections to it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  open.push(db);
  return db;
}

const rowsOf = async (table: string) => (await sql`select * from ${sql.table(table)}`.execute(connect())).rows;

describe('Migrations', () => {
  test('run once, though three instances start at the same time', async () => {
    await Promise.all([connect(), connect(), connect()].map((db) => migrate(db, folder)));
    await migrate(connect(), folder);
    expect(await rowsOf('one')).toEqual([{ n: 1 }]);
  });

  test('that fail leave the database as it was, and are tried again', async () => {
    const broken = path.join(folder, '0002_two.sql');
    await writeFile(broken, 'create table two (n int); insert into one values (2); select 1 / 0;');
    await expect(migrate(connect(), folder)).rejects.toThrow('division by zero');
    await expect(rowsOf('two')).rejects.toThrow('does not exist');
    expect(await rowsOf('one')).toEqual([{ n: 1 }]);
    await writeFile(broken, 'create table two (n int);');
    await migrate(connect(), folder);
    expect(await rowsOf('two')).toEqual([]);
  });

  test('of a newer release prevent the start, with a readable message', async () => {
    await rm(path.join(folder, '0002_two.sql'));
    await expect(migrate(connect(), folder)).rejects.toThrow(UnsuitableDatabase);
    await expect(migrate(connect(), folder)).rejects.toThrow(/newer release.*0002_two/);
  });
});

describe('An unsuitable database', () => {
  const clone = async (name: string, options: string) => {
    const [server, own] = [connect(), new URL(database.url)];
    await sql.raw(`create database ${name} ${options} template template0`).execute(server);
    own.pathname = name;
    return { url: own.href, drop: () => sql.raw(`drop database ${name} with (force)`).execute(server) };
  };

  test('that is not UTF8 is refused with the reason', async () => {
    const latin = await clone(`${new URL(database.url).pathname.slice(1)}_latin`, "encoding 'LATIN1' locale 'C'");
    await expect(migrate(connect(latin.url), folder)).rejects.toThrow('The database must be UTF8, and is LATIN1.');
    await latin.drop();
  });

  test('that cannot handle Korean letters is refused with the remedy', async () => {
    await requireKoreanSearch(connect());
    const plain = await clone(
      `${new URL(database.url).pathname.slice(1)}_plain`,
      "encoding 'UTF8' locale 'C' locale_provider libc",
    );
    const db = connect(plain.url);
    await migrate(db, path.resolve(import.meta.dirname, '../../../db/migrations'));
    await expect(requireKoreanSearch(db)).rejects.toThrow(/does not know Korean letters.*C\.UTF-8/);
    await plain.drop();
  });
});
