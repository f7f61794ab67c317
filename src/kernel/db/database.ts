import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { CopySource, runCopy, type Wait } from './copy-source.ts';
import type { DB } from './schema.generated.ts';

/** The typed query builder over every table; a transaction has the same type. */
export type Database = Kysely<DB>;

/** A database connection. */
export interface Connection {
  readonly connectionString: string;
}

// Times stay text until SQL or the edge turns them into seconds; counts and keys stay far below 2^53.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.TIMESTAMPTZ || oid === pg.types.builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  },
};

/** Options of {@link openPool}. */
export interface PoolOptions {
  /** Called when an idle connection breaks, which must not end the process. */
  onError?: (error: Error) => void;
  /** Maximum number of connections; 10 by default. */
  max?: number;
  /** How long one statement may take before the server stops it. Milliseconds; 70,000 by default. */
  statementTimeoutMs?: number;
}

/** Waiting for a connection, free or new, ends here. Milliseconds. */
const connectWithinMs = 10_000;

// How much later we give up on a statement that the server should have stopped. Milliseconds.
const graceMs = 2000;

export function openPool(connection: Connection, options: PoolOptions = {}): pg.Pool {
  const { max = 10, statementTimeoutMs = 70_000 } = options;
  const pool = new pg.Pool({
    ...connection,
    types,
    max,
    connectionTimeoutMillis: connectWithinMs,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'library-office',
    // Prepared statements are parsed once but planned for each set of values: the search pattern decides the plan.
    options: '-c plan_cache_mode=force_custom_plan -c timezone=UTC -c jit=off -c work_mem=64MB',
  });
  pool.on('error', (error) => options.onError?.(error));
  // A connection that breaks in use fails its query and is not reused. Without a listener the event would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => broken.add(client)));
  return pool;
}

const broken = new WeakSet<object>();

/** Thrown by a query whose connection failed, broke or did not answer in time. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super('The database does not answer.', { cause });
  }
}

/**
 * Queries on a pool. A statement without an answer within `deadlineMs` (by default a little more than the server's own
 * limit) fails with {@link DatabaseUnreachable}, and its connection is destroyed: the server hangs or the network is
 * down. Waiting for a connection has the same limit.
 */
export function openDatabase(pool: pg.Pool, deadlineMs = Number(pool.options.statement_timeout) + graceMs): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool, deadlineMs) }) });
}

const maxPrepared = 400;

/** Names each repeated statement, so that PostgreSQL parses it once per connection, and runs COPY. */
function preparing(pool: pg.Pool, deadlineMs: number): pg.Pool {
  const nameOf = statementNames();
  const known = new WeakMap<pg.PoolClient, pg.PoolClient>();
  const connect = async () => {
    try {
      // One that is idle is there at once, and needs no deadline.
      const client = await (pool.idleCount > pool.waitingCount ? pool.connect() : connectWithin(pool, deadlineMs));
      const prepared = known.get(client) ?? preparingClient(client, nameOf, deadlineMs);
      known.set(client, prepared);
      return prepared;
    } catch (error) {
      throw new DatabaseUnreachable(error);
    }
  };
  return new Proxy(pool, { get: (target, key) => (key === 'connect' ? connect : Reflect.get(target, key)) });
}

/** A connection that arrives too late is returned unused. */
function connectWithin(pool: pg.Pool, ms: number): Promise<pg.PoolClient> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
  let isLate = false;
  const arrived = deadline(ms, () => {
    isLate = true;
    reject(new Error(`no connection within ${ms} ms`));
  });
  pool
    .connect()
    .then((client) => (isLate ? client.release() : resolve(client)), reject)
    .finally(arrived);
  return promise;
}

/** Destroys a connection that does not answer in time: everything waiting on it fails, and it is not reused. */
async function inTime<T>(client: pg.PoolClient, ms: number, act: () => Promise<T>): Promise<T> {
  const done = deadline(ms, () => {
    broken.add(client);
    void (client as unknown as pg.Client).end();
  });
  try {
    return await act();
  } finally {
    done();
  }
}

/**
 * Calls `miss` when the time is up; returns the function that cancels it. An answer that has arrived but waits for our
 * busy process is in time.
 */
function deadline(ms: number, miss: () => void): () => void {
  let last: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    last = setImmediate(miss);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(last);
  };
}

/** Names a statement from its second use on. One-off statements, such as a long list of ids, get no name. */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const sentOnce = new Set<string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxPrepared) return known;
    if (sentOnce.delete(text)) {
      const name = createHash('sha1').update(text).digest('base64url');
      names.set(text, name);
      return name;
    }
    sentOnce.add(text);
    const [oldest] = sentOnce;
    if (sentOnce.size > maxPrepared && oldest !== undefined) sentOnce.delete(oldest);
    return undefined;
  };
}

function preparingClient(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  deadlineMs: number,
): pg.PoolClient {
  const wait: Wait = (act) => inTime(client, deadlineMs, act);
  const run = async (query: string, values: unknown[]) => {
    const [first] = values;
    try {
      if (first instanceof CopySource) return await runCopy(client, query, first, wait);
      return await wait(() => client.query({ text: query, values, name: nameOf(query) } as pg.QueryConfig));
    } catch (error) {
      // The database closes the connection: its next user must not be the one to find out.
      if (error instanceof pg.DatabaseError && error.severity === 'FATAL') broken.add(client);
      throw broken.has(client) ? new DatabaseUnreachable(error) : error;
    }
  };
  const release = (error?: Error | boolean) => client.release(error || broken.has(client));
  return new Proxy(client, {
    get: (target, key) => {
      if (key === 'query') {
        return (query: unknown, values?: unknown[]) =>
          typeof query === 'string' && values ? run(query, values) : target.query(query as string, values);
      }
      if (key === 'release') return release;
      const value = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
