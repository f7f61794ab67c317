import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { ensureFirstAdmin } from '#features/staff/staff.public.ts';
import type { Config } from '#kernel/config.ts';
import { databaseUrl, type EmbeddedPostgres, startEmbeddedPostgres } from '#kernel/db/embedded.ts';
import { migrate, requireKoreanSearch } from '#kernel/db/migrate.ts';
import { openStorage } from '#kernel/storage/open-storage.ts';
import { systemCaller } from '#kernel/unit-of-work.ts';
import { type App, buildApp } from './app.ts';

// A process told to stop has this long to finish what is under way. Milliseconds.
const stopWithinMs = 10_000;

/** Brings the product up: database, migrations, first administrator, port; and takes it down on a signal. */
export async function startProcess(config: Config): Promise<void> {
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config);
  try {
    const connectionString = config.databaseUrl ?? (await ensureDatabase(embedded));
    await migrateDatabase(config, connectionString);
    const opened = await openStorage(config);
    const readConnection = config.databaseReadUrl ? { connectionString: config.databaseReadUrl } : undefined;
    const app = await buildApp({ config, opened, connection: { connectionString }, readConnection });
    const password = await app.work.write(systemCaller('start'), (ctx) => ensureFirstAdmin(ctx, config));
    await app.server.listen({ host: config.host, port: config.port });
    greet(config, app, password);
    stopOnSignal(app, embedded);
    await app.start();
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

function startEmbedded(config: Config): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir: path.join(config.dataDir, 'postgres'), log: (line) => console.error(line) });
}

const databaseName = 'office';

async function ensureDatabase(embedded: EmbeddedPostgres | undefined): Promise<string> {
  if (!embedded) throw new Error('There is no database.');
  const client = new pg.Client({ connectionString: databaseUrl(embedded.connection, 'postgres') });
  await client.connect();
  try {
    await client.query(`create database ${databaseName}`);
  } catch (error) {
    // 42P04: it is there; 23505: another process makes it at this moment.
    if (!(error instanceof pg.DatabaseError && ['42P04', '23505'].includes(error.code ?? ''))) throw error;
  } finally {
    await client.end();
  }
  return databaseUrl(embedded.connection, databaseName);
}

async function migrateDatabase(config: Config, connectionString: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 1 }) }) });
  try {
    await migrate(db, path.join(config.root, 'db/migrations'));
    await requireKoreanSearch(db);
  } finally {
    await db.destroy();
  }
}

function greet(config: Config, app: App, password: string | undefined): void {
  const address = app.server.server.address();
  const port = address && typeof address === 'object' ? address.port : config.port;
  console.log(`\n  Library Office is at ${config.publicUrl ?? `http://${config.host}:${port}`}`);
  if (password)
    console.log(`  Sign in as ${config.adminId ?? 'admin'} with the password ${password} (shown this once)`);
  console.log('');
}

function stopOnSignal(app: App, embedded: EmbeddedPostgres | undefined): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    await app.stop();
    await embedded?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
}
