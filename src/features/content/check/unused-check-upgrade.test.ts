import path from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#kernel/db/migrate.ts';
import type { DB } from '#kernel/db/schema.generated.ts';
import type { TestDatabase } from '#test/postgres.ts';
import { testDatabase } from '#test/test-database.ts';
import { stoppedId } from './epub-check.rules.ts';
import { findEarlyResult, findEarlyStates, isWaiting } from './epub-check.store.ts';

const folder = path.resolve(import.meta.dirname, '../../../../db/migrations');
let database: TestDatabase;
let empty: Kysely<unknown>;
let db: Kysely<DB>;
beforeAll(async () => {
  database = await testDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  pool.on('error', () => undefined);
  const dialect = new PostgresDialect({ pool });
  empty = new Kysely<unknown>({ dialect });
  db = new Kysely<DB>({ dialect });
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(empty, folder, '0286_mailing');
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const result = (over: object) =>
  JSON.stringify({
    status: 'failed',
    checked_at: 1_700_000_000,
    tool: 'Checker 1',
    messages: [{ id: 'RSC-001', severity: 'error', text: 'A file is missing', where: [] }],
    left_out: 3,
    accessibility: { modes: ['textual'] },
    ...over,
  });

test('what was found in EPUBs that wait for a release is still known after the upgrade, and the others still wait', async () => {
  const kept = (key: string, kind: string, found: string | null) =>
    sql`
    insert into kept_content (file_key, kind, file_name, size, unpacked, entries, uploaded_at, unused_since, epub_check)
    values (${key}, ${kind}, 'a', 1, 1, 1, to_timestamp(1600000000), now(), ${found}::jsonb)`.execute(db);
  await kept('failed.epub', 'epub', result({}));
  await kept('stopped.epub', 'epub', result({ messages: [{ id: stoppedId }], tool: '', accessibility: null }));
  await kept('waiting.epub', 'epub', null);
  await kept('pages.zip', 'zip', null);
  await migrate(empty, folder);

  const found = await findEarlyResult(db, 'failed.epub');
  expect({ ...found, checked_at: Number(found?.checked_at) }).toEqual(JSON.parse(result({})));
  expect(await findEarlyResult(db, 'stopped.epub')).toBeUndefined();
  const states = await findEarlyStates(db, ['failed.epub', 'stopped.epub', 'waiting.epub', 'pages.zip']);
  expect(Object.fromEntries(states)).toEqual({
    'failed.epub': 'failed',
    'stopped.epub': 'stopped',
    'waiting.epub': 'waiting',
  });
  const wait = (fileKey: string) => isWaiting(db, { bidx: null, fileKey });
  expect([await wait('failed.epub'), await wait('waiting.epub'), await wait('pages.zip')]).toEqual([
    false,
    true,
    false,
  ]);
  // A file that is forgotten takes its check with it.
  await sql`delete from kept_content where file_key = 'failed.epub'`.execute(db);
  expect(await findEarlyResult(db, 'failed.epub')).toBeUndefined();
});
