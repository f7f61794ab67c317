import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql as kysely } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { Client } from '#test/client.ts';
import { testDatabase } from './test-database.ts';
import { cursorsIn, eventsIn, listenTo } from '#test/event-client.ts';
import { startPgbouncer } from '#test/pgbouncer.ts';
import { type SpawnedOffice, spawnOffice } from './spawned-office.ts';
import { account, admin } from '#test/product.ts';
import { ChangeFeed } from '#kernel/changes/change-feed.ts';
import { openDatabase } from '#kernel/db/database.ts';
import { openPool } from '#kernel/db/pool.ts';

const database = await testDatabase();
const pooler = await startPgbouncer(database.url);
const inTransactions = { connectionString: pooler?.url ?? '', pooled: true };

let dataDir: string;
let office: SpawnedOffice;
let staff: Client;
beforeAll(async () => {
  if (!pooler) return;
  // The product creates its own tables, on a server with a different time zone.
  await sql('drop schema public cascade; create schema public; drop schema if exists pgboss cascade');
  const [row] = await sql('select current_database() as name');
  await sql(`alter database ${String(row?.['name'])} set timezone = 'Asia/Tokyo'`);
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'pooler-'));
  office = await spawnOffice({ DATABASE_URL: pooler.url, DATABASE_POOL: '20', DATA_DIR: dataDir, ...account });
  staff = await Client.logIn(office.url, admin);
});
afterAll(async () => {
  await office?.stop();
  await pooler?.stop();
  await database.drop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

/** Talks to the database directly, not through the pooler. */
async function sql(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client
    .query<Record<string, unknown>>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const results: Client['results'] = (...call) => staff.results(...call);

describe.skipIf(!pooler)('Behind a pgbouncer that gives each transaction another connection', () => {
  test('staff sign in, save and see what they saved, many at once', async () => {
    const titles = Array.from({ length: 60 }, (_, n) => `Group ${n}`);
    await Promise.all(titles.map((title) => results('POST', '/api/v1/age_group', { title })));
    const lists = await Promise.all(titles.map(() => results('GET', '/api/v1/age_group')));
    for (const list of lists) expect(list).toHaveLength(60);
    expect((await staff.request('GET', '/agegroup')).text).toContain('Group 59');
  });

  test('a sheet is imported by a job, and the list of books is exported', async () => {
    const form = new FormData();
    form.append('file', new Blob([importCsv(Array.from({ length: 200 }, (_, n) => importRow(n)))]), 'books.csv');
    const { import_idx: id } = await results('POST', '/api/v1/import', form);
    await results('PUT', `/api/v1/import/${id}`, { create_missing: true });
    await results('POST', `/api/v1/import/${id}/apply`);
    await expect.poll(async () => (await results('GET', `/api/v1/import/${id}`)).status).toBe('applied');
    const lines = (await staff.request('GET', '/book/export?as=csv')).text.trim().split('\n');
    expect(lines).toHaveLength(201);
  });

  test('times are in the time zone of the product, whatever the server is set to', async () => {
    const pool = openPool(inTransactions);
    const { rows } = await pool.query(`
      select current_setting('timezone') as zone, current_setting('statement_timeout') as limit,
             current_setting('jit') as jit, current_setting('plan_cache_mode') as plans,
             current_setting('random_page_cost') as read, current_setting('gin_pending_list_limit') as pending`);
    await pool.end();
    const settings = { jit: 'off', plans: 'force_custom_plan', read: '1.1', pending: '1MB' };
    expect(rows).toEqual([{ zone: 'UTC', limit: '70s', ...settings }]);
  });

  test('long work has its own timeout within its transaction', async () => {
    const pool = openPool(inTransactions, { max: 1, statementTimeoutMs: 900_000 });
    const db = openDatabase(pool);
    const limit = async () => (await pool.query('show statement_timeout')).rows[0].statement_timeout;
    const inside = await db.transaction().execute(async (trx) => {
      const { rows } = await kysely<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
        trx,
      );
      return rows[0]?.limit;
    });
    expect([inside, await limit()]).toEqual(['15min', '70s']);
    await pool.end();
  });

  test.each([
    ['it leads to the database beside the pooler', { connectionString: database.url }],
    ['it leads through the pooler, which brings no notices', inTransactions],
  ])('changes are noticed where %s', async (_, connection) => {
    const pool = openPool(inTransactions);
    const feed = new ChangeFeed({ connection, db: openDatabase(pool), onError: () => undefined });
    await feed.listen();
    const cursor = await feed.latest();
    const woken = new Promise<void>((resolve) => {
      feed.onWake(async () => {
        if ((await feed.after(cursor)).length > 0) resolve();
      });
    });
    await results('POST', '/api/v1/age_group', { title: `Heard ${_}` });
    await woken;
    await feed.close();
    await pool.end();
  });

  describe('another instance with a direct address of the database', () => {
    let beside: SpawnedOffice;
    beforeAll(async () => {
      const addresses = { DATABASE_URL: inTransactions.connectionString, DATABASE_DIRECT_URL: database.url };
      beside = await spawnOffice({ ...addresses, DATA_DIR: dataDir, ...account });
    });

    test('starts beside the first', async () => {
      expect((await fetch(`${beside.url}/readyz`)).status).toBe(200);
      const answer = await fetch(`${beside.url}/api/v1/age_group`, { headers: { cookie: staff.cookie } });
      expect(answer.status).toBe(200);
    });

    test('streams the same changes as the first, which polls for them: each once and in order', async () => {
      const { key } = await results('POST', '/api/v1/api_key', { name: 'City portal', scope: 'read' });
      const headers = { authorization: `Bearer ${key}` };
      const follow = (url: string, last = '') =>
        listenTo(`${url}/portal/v1/changes?from=now&kinds=series`, { last, headers });
      const heard = await Promise.all([office, beside].map(({ url }) => follow(url)));
      await expect.poll(() => heard.every((one) => cursorsIn(one).length > 0)).toBe(true);
      const add = async (n: number) => (await results('POST', '/api/v1/series', { title: `Heard ${n}` })).ser_idx;
      const made = await Promise.all(Array.from({ length: 60 }, (_, n) => add(n)));
      for (const one of heard) {
        await expect.poll(() => eventsIn(one).length).toBeGreaterThanOrEqual(made.length);
        one.leave();
      }
      const ids = heard.map((one) => eventsIn(one).map(({ id }) => Number(id)));
      expect(ids[0]).toEqual(ids[1]);
      expect(ids[0]?.toSorted((a, b) => a - b)).toEqual(made.toSorted((a, b) => a - b));
      // A reader resumes at the other instance where it left off.
      const cursors = [...(heard[0]?.text.matchAll(/^id: (.*)\ndata: /gm) ?? [])].map(([, cursor]) => cursor);
      const again = await follow(beside.url, cursors[29]);
      await expect.poll(() => eventsIn(again).map(({ id }) => Number(id))).toEqual(ids[0]?.slice(30));
      again.leave();
    });

    test('ends when it is told to', async () => {
      expect(await beside.stop()).toBe(0);
    });
  });
});
