import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { databaseUrl, startEmbeddedPostgres } from '#kernel/db/embedded.ts';
import { migrate } from '#kernel/db/migrate.ts';

const root = path.resolve(import.meta.dirname, '..');

const settings = {
  // A test may lose its data when the machine goes down; speed matters more.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  max_connections: '300',
  // Statistics are collected where the product or a test says so, not at a moment of PostgreSQL's own, which may be while rows
  // are added. Nor does anything visit hundreds of databases that are soon dropped.
  autovacuum: 'off',
  // Files in memory are read faster than another process can be asked to.
  io_method: 'sync',
};

// `npm test` names a folder in memory if there is room: each test file creates and removes some seven hundred files.
const dataDir = process.env['TEST_POSTGRES_DIR'] ?? path.join(root, '.cache/test-postgres');

/** A PostgreSQL for tests, and the name of a migrated database on it to clone. Plain data, to be passed to workers. */
export interface TestServer {
  readonly url: string;
  readonly template: string;
}

export interface TestDatabase {
  readonly url: string;
  /** Removes the database and closes remaining connections. */
  readonly drop: () => Promise<void>;
}

/** Uses TEST_DATABASE_URL, else our own embedded server, and migrates a template for this run. */
export async function startTestServer(): Promise<TestServer & { stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  const embedded = given ? undefined : await startEmbeddedPostgres({ dataDir, settings });
  const url = embedded ? databaseUrl(embedded.connection, 'postgres') : String(given);
  if (embedded) await sweep(url);
  const template = `test_${process.pid}_template`;
  await execute(url, [`drop database if exists ${template}`, `create database ${template}`]);
  await migrateDatabase(urlOf(url, template));
  // With the tables of the queue, which each start of background work would otherwise make anew.
  await execute(urlOf(url, template), [getConstructionPlans()]);
  return {
    url,
    template,
    stop: async () => {
      await execute(url, [`drop database if exists ${template} with (force)`]);
      await embedded?.stop();
    },
  };
}

/** A fresh database with every table and no rows; takes 20 ms (with file_copy; wal_log takes 45). */
export async function cloneDatabase({ url, template }: TestServer): Promise<TestDatabase> {
  const name = template.replace('template', randomUUID().slice(0, 8));
  await execute(url, [`create database ${name} template ${template} strategy file_copy`]);
  return {
    url: urlOf(url, name),
    drop: async () => {
      await execute(url, [`drop database if exists ${name} with (force)`]);
    },
  };
}

/** Another database of the same server. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function migrateDatabase(connectionString: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }) });
  await migrate(db, path.join(root, 'db/migrations')).finally(() => db.destroy());
}

/** Drops the leftovers of killed runs: databases named after processes that no longer exist. */
async function sweep(url: string): Promise<void> {
  const rows = await execute(url, ["select datname from pg_database where datname like 'test\\_%'"]);
  const left = rows.map(({ datname }) => String(datname)).filter((name) => !isAlive(Number(name.split('_')[1])));
  await execute(
    url,
    left.map((name) => `drop database if exists ${name} with (force)`),
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Runs statements one by one on a separate connection; returns the rows of the last. */
async function execute(connectionString: string, statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}
