import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  type Launch,
  launch,
  readPidFile,
  removeSocketFolder,
  serves,
  socketPort,
  superuser,
} from './embedded-cluster.ts';
import { UnsuitableDatabase } from './migrate.ts';

/** Where a server listens: `host` is the folder of its Unix socket, which only the server's user and root may enter. */
interface EmbeddedConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

/** What {@link startEmbeddedPostgres} needs. */
export interface EmbeddedOptions {
  /** PostgreSQL's data folder, created with its parents. Its log is beside it, as `<dataDir>.log`. */
  readonly dataDir: string;
  readonly log?: (message: string) => void;
  /**
   * PostgreSQL settings that override ours, such as `{ fsync: 'off' }`. They do not affect a server that already runs.
   */
  readonly settings?: Record<string, string>;
  /** Once aborted, a server that dies is not restarted: the product itself is stopping. */
  readonly stopping?: AbortSignal;
  /** Called if a dead server could not be restarted, or not at its old address. */
  readonly onLost?: (error: Error) => void;
}

export interface EmbeddedPostgres {
  /** Valid as long as the server is in use, even after a crash and restart. */
  readonly connection: EmbeddedConnection;
  readonly pid: number;
  /** The server was already running: left by a killed process, or shared with a live one. */
  readonly adopted: boolean;
  /** Stops the server and waits for it, unless another process still uses it: the last user stops it. */
  readonly stop: () => Promise<void>;
}

/** The URL of one database on the server, as accepted by `pg`, `psql` and DATABASE_URL. */
export function databaseUrl({ host, port, user }: EmbeddedConnection, database: string): string {
  return `postgresql://${user}@localhost:${port}/${encodeURIComponent(database)}?host=${encodeURIComponent(host)}`;
}

const patience = 30_000;

/**
 * Starts the PostgreSQL from npm in `dataDir`, or adopts one already running there, and restarts it if it dies. Any
 * number of processes may do so at once: one starts the server, all use it. Throws {@link UnsuitableDatabase}, which
 * says what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, stopping, onLost = () => {} } = options;
  const dataDir = path.resolve(options.dataDir);
  let server = await lockServer(dataDir, options);
  const { adopted, connection } = server;
  let restarting: Promise<void> | undefined;
  let leaving: Promise<void> | undefined;

  const restart = async () => {
    if (leaving || stopping?.aborted) return;
    log('The embedded PostgreSQL ended its connections. It is started again if it has died.');
    try {
      server = await again(dataDir, options, connection.host);
      watch();
    } catch (error) {
      onLost(error as Error);
    }
  };
  const watch = () => server.lease.client.once('end', () => void (restarting = restart()));
  watch();

  const leave = async () => {
    await restarting;
    await letGo(dataDir, server);
  };
  return {
    connection,
    adopted,
    get pid() {
      return server.pid;
    },
    stop: () => (leaving ??= leave()),
  };
}

const againWithin = 10_000;
const pauseMs = 500;

/**
 * Restarts a dead server at the same address. The cause, such as a full disk, may be temporary, so it retries for a
 * while.
 */
async function again(dataDir: string, options: EmbeddedOptions, address: string): Promise<LockedServer> {
  const deadline = Date.now() + againWithin;
  for (;;) {
    try {
      const server = await lockServer(dataDir, options, address);
      if (server.connection.host === address) return server;
      await letGo(dataDir, server);
      throw new UnsuitableDatabase(
        `The PostgreSQL on ${dataDir} came back at ${server.connection.host}, not at ${address}.`,
      );
    } catch (error) {
      if (Date.now() > deadline || options.stopping?.aborted) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Starts or adopts the server of a folder and takes the users' lock. */
async function lockServer(dataDir: string, options: EmbeddedOptions, address?: string): Promise<LockedServer> {
  const { settings = {}, log = () => {} } = options;
  let attempt: Launch | undefined;
  let deadline = Date.now() + patience;
  let refusal = 'it does not say why';
  while (Date.now() < deadline) {
    const claim = readPidFile(dataDir);
    const alive = claim !== undefined && serves(claim.pid, dataDir);
    if (claim?.status === 'ready') {
      const adopted = claim.pid !== attempt?.child.pid;
      const connection = { host: claim.socketFolder, port: socketPort, user: superuser };
      try {
        const lease = await join(dataDir, connection);
        if (adopted) attempt?.discard();
        return { pid: claim.pid, adopted, connection, lease };
      } catch (error) {
        refusal = String(error);
        if (isRecovering(error)) deadline = Date.now() + patience;
      }
    } else if (alive || (attempt && !attempt.exited())) {
      // It is starting, recovering from a crash or shutting down, which may take any time on a busy machine.
      deadline = Date.now() + patience;
    }
    if (!alive && (!attempt || attempt.exited())) {
      if (attempt) refusal = await retryable(attempt);
      const before = Date.now();
      attempt = launch(dataDir, settings, log, address);
      // A slow machine may take longer than our patience to create the files.
      deadline += Date.now() - before;
    }
    await sleep(5);
  }
  throw new UnsuitableDatabase(`Cannot connect to the PostgreSQL in ${dataDir}: ${refusal}`);
}

// cannot_connect_now
const isRecovering = (error: unknown) => error instanceof pg.DatabaseError && error.code === '57P03';

/** Whether a failed launch is worth retrying; if not, throws PostgreSQL's own message. */
async function retryable(attempt: Launch): Promise<string> {
  attempt.discard();
  if (attempt.child.exitCode === 0) return 'another process ended it at once';
  const words = attempt.words().trim().slice(-2000);
  if (!/lock file|shared memory block/.test(words)) throw new UnsuitableDatabase(`PostgreSQL did not start:\n${words}`);
  await sleep(100);
  return words;
}

/** Every user of a server holds this advisory lock in shared mode; the one that gets it exclusively is the last. */
const leaseKey = 5_432_018;

/** The connection that holds the lock; it does not keep the process alive. */
type Lease = Awaited<ReturnType<typeof connect>>;

/** A server in use. */
interface LockedServer {
  readonly pid: number;
  readonly adopted: boolean;
  readonly connection: EmbeddedConnection;
  readonly lease: Lease;
}

async function join(dataDir: string, connection: EmbeddedConnection): Promise<Lease> {
  const lease = await connect(connection);
  await lease.client.query('select pg_advisory_lock_shared($1)', [leaseKey]);
  if (readPidFile(dataDir)?.status !== 'ready') throw new Error('the lock was released because the server is stopping');
  lease.socket.unref();
  return lease;
}

async function letGo(dataDir: string, { pid, connection, lease }: LockedServer): Promise<void> {
  lease.socket.ref();
  await lease.client.end();
  const last = await takeAlone(connection);
  // The lock is held until the server has stopped: a process that joins now waits for it, finds the server stopping,
  // and starts the next one.
  if (last) await end(dataDir, pid, connection.host);
  await last?.end();
}

/** A connection that holds the lock exclusively; undefined if others hold it or the server is already stopping. */
async function takeAlone(connection: EmbeddedConnection): Promise<pg.Client | undefined> {
  try {
    const { client } = await connect(connection);
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [leaseKey]);
    if (rows[0]?.alone) return client;
    await client.end();
  } catch {
    // Another user is stopping it right now.
  }
  return undefined;
}

/** A fast shutdown: it closes connections, rolls back their transactions and writes a checkpoint. */
async function end(dataDir: string, pid: number, socketFolder: string): Promise<void> {
  if (!serves(pid, dataDir)) return;
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has just ended, or root started it, and whatever started root's command ends it.
    return;
  }
  while (readPidFile(dataDir)?.pid === pid && serves(pid, dataDir)) await sleep(5);
  removeSocketFolder(socketFolder);
}

async function connect(connection: EmbeddedConnection) {
  const socket = new net.Socket();
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    application_name: 'library-office supervisor',
    connectionTimeoutMillis: 5000,
    stream: () => socket,
  });
  // The pool that uses the server notices when it dies, or we do at the end.
  client.on('error', () => {});
  await client.connect();
  return { client, socket };
}
