import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Kysely, PostgresDialect } from 'kysely';
import { ensureFirstAdmin } from '#features/staff/staff.public.ts';
import { type Config, ConfigError } from '#kernel/config/config.ts';
import { migrate, requireKoreanSearch, UnsuitableDatabase } from '#kernel/db/migrate.ts';
import { openPool } from '#kernel/db/pool.ts';
import { isPooled, settleRole } from '#kernel/db/pooler.ts';
import { type Connection, Servers } from '#kernel/db/servers.ts';
import { originOf } from '#kernel/http/origin.ts';
import { openStorage } from '#kernel/mount/open-storage.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type App, type AppParts, buildApp } from './build-app.ts';
import { openEmbedded } from './embedded-database.ts';

// How long a process may take to finish its work when told to stop. Milliseconds.
const stopWithinMs = 10_000;

/** The resources to close, in the order they were opened. */
type Closers = (() => Promise<void>)[];

/** Starts the product, and stops it on a signal, even during start. */
export async function startProcess(config: Config): Promise<void> {
  const closers: Closers = [];
  const stopping = new AbortController();
  // Signal handlers are installed before anything starts.
  const starting = Promise.resolve().then(() => bringUp(config, closers, stopping.signal));
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closeAll(closers));
  stopOnSignal(() => {
    stopping.abort();
    return starting.catch(() => undefined).then(close);
  });
  try {
    await starting;
  } catch (error) {
    await close();
    if (!stopping.signal.aborted) throw error;
  }
}

/** Brings up the database, migrations, background work, port and first administrator, in this order. */
async function bringUp(config: Config, closers: Closers, stopping: AbortSignal): Promise<void> {
  await requireWritable(config);
  const connections = await findDatabase(config, closers, stopping);
  stopping.throwIfAborted();
  await migrateDatabase(config, connections.directConnection ?? connections.connection);
  stopping.throwIfAborted();
  const opened = await openStorage(config);
  const app = await buildApp({ config, opened, ...connections });
  closers.push(() => app.stop());
  stopping.throwIfAborted();
  await app.start();
  await listen(config, app);
  // Last, because its password is printed only once: nothing after it may fail.
  const password = await app.work.write(systemCaller('start'), (ctx) => ensureFirstAdmin(ctx, config));
  greet(config, app, password);
  await notifySupervisor();
}

/** Everything a process keeps on its own disk is in this folder, at least the secret. */
async function requireWritable({ dataDir }: Config): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${dataDir} cannot be written to (${reasonOf(error)}).`);
  }
}

async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.toReversed()) await close();
}

async function startEmbedded(config: Config, closers: Closers, stopping: AbortSignal): Promise<string> {
  const embedded = await openEmbedded(config, {
    stopping,
    // The supervisor restarts this process, which is the only thing left to try.
    onLost: (error) => {
      console.error(`The embedded PostgreSQL died and could not be restarted. ${error.message}`);
      process.exit(1);
    },
  });
  closers.push(embedded.stop);
  return embedded.url;
}

type Connections = Pick<AppParts, 'connection' | 'directConnection' | 'readConnection'>;

async function findDatabase(config: Config, closers: Closers, stopping: AbortSignal): Promise<Connections> {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl } = config;
  const readConnection = databaseReadUrl ? await reach('DATABASE_READ_URL', databaseReadUrl, true) : undefined;
  if (!databaseUrl)
    return { connection: { connectionString: await startEmbedded(config, closers, stopping) }, readConnection };
  const connection = await reach('DATABASE_URL', databaseUrl);
  if (!connection.pooled) return { connection, readConnection };
  const directConnection = databaseDirectUrl ? await reach('DATABASE_DIRECT_URL', databaseDirectUrl) : undefined;
  await settleRole(directConnection ?? connection, connection);
  return { connection, directConnection, readConnection };
}

/** Makes a test connection to find out whether a pooler answers. */
async function reach(variable: string, connectionString: string, mayLag = false): Promise<Connection> {
  const servers = new Servers({ connectionString }, { mayLag });
  await servers.find();
  const client = new servers.Client({ connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await servers.require(client);
    return { connectionString, pooled: await isPooled(client) };
  } catch (error) {
    if (error instanceof UnsuitableDatabase) throw error;
    throw new ConfigError(`${variable}: cannot connect to the database (${reasonOf(error)}).`);
  } finally {
    await client.end();
  }
}

// A host name with several addresses fails with one error per address, without a message of its own.
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : (error as Error).message;

async function migrateDatabase(config: Config, connection: Connection): Promise<void> {
  const pool = openPool(connection, { max: 1, statementTimeoutMs: 0 });
  await pool.servers.find();
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, path.join(config.root, 'db/migrations'));
    await requireKoreanSearch(db);
  } finally {
    await db.destroy();
  }
}

const refusals: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ host, port }) =>
    `PORT: ${port} of ${host} is in use by another program. Choose another port, or 0 for any free one.`,
  EACCES: ({ port }) => `PORT: this account may not listen on ${port}. Choose a port above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `HOST: ${host} is not an address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST: ${host} is not an address of this machine.`,
};

async function listen(config: Config, app: App): Promise<void> {
  try {
    await app.server.listen({ host: config.host, port: config.port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw refusals[code] ? new ConfigError(refusals[code](config)) : error;
  }
}

function greet(config: Config, app: App, password: string | undefined): void {
  const lines = [`Library Office is at ${originOf(config, app.server.server)}`];
  if (password) lines.push(`Sign in as ${config.adminId ?? 'admin'} with the password ${password} (shown this once)`);
  console.log(`\n${lines.map((line) => `  ${line}\n`).join('')}`);
}

/**
 * Tells systemd that the start is over, if the unit waits for it. Its own program does, since Node has no datagram sockets
 * of this kind.
 */
async function notifySupervisor(): Promise<void> {
  if (!process.env['NOTIFY_SOCKET']) return;
  try {
    await promisify(execFile)('systemd-notify', ['--ready', '--status=Ready']);
  } catch (error) {
    console.error(`systemd could not be told that the start is over: ${(error as Error).message}`);
  }
  // No child may speak for us.
  delete process.env['NOTIFY_SOCKET'];
}

function stopOnSignal(close: () => Promise<void>): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    try {
      await close();
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
}
