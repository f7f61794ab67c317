import { createHash } from 'node:crypto';
import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import pg from 'pg';
import { CopySource, runCopy, type Wait } from './copy-source.ts';
import { DatabaseUnreachable, isLostConnection } from './failures.ts';
import { LastValues } from './last-statement.ts';
import { broken, type Pool } from './pool.ts';
import { statementTimeoutMs as usualTimeoutMs } from './pooler.ts';
import { inOneRoundTrip, unsent } from './round-trip.ts';
import type { DB } from './schema.generated.ts';
import { breakOff, type Servers } from './servers.ts';

/** The typed query builder over every table; a transaction has the same type. */
export type Database = Kysely<DB>;

// How much later than the server's own limit we give up on a statement. Milliseconds.
const graceMs = 2000;

/** Limits how many connections are used at a time: `enter` waits for one, and returns what gives it to the next. */
interface Share {
  enter(): Promise<() => void>;
}

/** Options of {@link openDatabase}. */
interface DatabaseOptions {
  /** Called for each finished statement. */
  onQuery?: ((event: LogEvent) => void) | undefined;
  /** The part of the pool's connections to use; its refusal is the error of a query. */
  share?: Share | undefined;
}

/**
 * Queries on a pool. A statement without an answer within `deadlineMs` (by default a little more than the server's own
 * limit) fails with {@link DatabaseUnreachable}, and its connection is destroyed: the server hangs or the network is
 * down. Waiting for a connection has the same limit.
 */
export function openDatabase(
  pool: Pool,
  deadlineMs = pool.statementTimeoutMs + graceMs,
  { onQuery, share }: DatabaseOptions = {},
): Database {
  const dialect = new PostgresDialect({ pool: preparing(pool, deadlineMs, share) });
  return new Kysely<DB>({ dialect, ...(onQuery && { log: onQuery }) });
}

const maxPrepared = 400;

/** How a pool's statements are sent. */
interface Manner {
  nameOf: (text: string) => string | undefined;
  deadlineMs: number;
  /** Sent for `begin`. */
  begin: string;
  servers: Servers;
  onRelease?: (client: pg.PoolClient) => void;
}

/** Behind a pooler, statements get no names, and a transaction sets its own timeout if that differs from the role's. */
const mannerOf = (pool: Pool, deadlineMs: number): Manner => ({
  nameOf: pool.pooled ? () => undefined : statementNames(),
  deadlineMs,
  begin:
    pool.pooled && pool.statementTimeoutMs !== usualTimeoutMs
      ? `begin; set local statement_timeout = ${pool.statementTimeoutMs}`
      : 'begin',
  servers: pool.servers,
});

/** Names each repeated statement, so that PostgreSQL parses it once per connection, and runs COPY. */
function preparing(pool: Pool, deadlineMs: number, share: Share | undefined): pg.Pool {
  const manner = mannerOf(pool, deadlineMs);
  // A connection is wrapped once, not for every statement.
  const wrapped = new WeakMap<pg.PoolClient, pg.PoolClient>();
  const leaving = new WeakMap<pg.PoolClient, () => void>();
  const onRelease = (client: pg.PoolClient) => leaving.get(client)?.();
  const connect = async () => {
    const leave = await share?.enter();
    try {
      const client = await connectWithin(pool, deadlineMs);
      if (leave) leaving.set(client, leave);
      const prepared = wrapped.get(client) ?? preparingClient(client, { ...manner, onRelease });
      wrapped.set(client, prepared);
      return prepared;
    } catch (error) {
      leave?.();
      throw new DatabaseUnreachable(error);
    }
  };
  return new Proxy(pool, { get: (target, key) => (key === 'connect' ? connect : Reflect.get(target, key)) });
}

/** A connection that arrives too late is returned unused. */
function connectWithin(pool: Pool, ms: number): Promise<pg.PoolClient> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
  let isLate = false;
  const arrived = deadline(ms, () => {
    isLate = true;
    void pool.servers.find();
    reject(new Error(`no connection within ${ms} ms`));
  });
  connectOrElse(pool)
    .then((client) => (isLate ? client.release() : resolve(client)), reject)
    .finally(arrived);
  return promise;
}

/** If the current server cannot be used, connects to whichever of the database's servers can. */
async function connectOrElse(pool: Pool): Promise<pg.PoolClient> {
  const began = performance.now();
  try {
    return await pool.connect();
  } catch (error) {
    if (!pool.servers.areSeveral) throw error;
    await pool.servers.find();
    return await pool.connect();
  } finally {
    pool.onWaited?.((performance.now() - began) / 1000);
  }
}

/**
 * Destroys a connection that does not answer in time: everything waiting on it fails, and it is not reused. Its server
 * may have vanished, so we also look for another.
 */
async function inTime<T>(
  client: pg.PoolClient,
  { deadlineMs, servers }: Pick<Manner, 'deadlineMs' | 'servers'>,
  act: () => Promise<T>,
): Promise<T> {
  const done = deadline(deadlineMs, () => {
    broken.add(client);
    void (client as unknown as pg.Client).end();
    breakOff(client);
    void servers.find();
  });
  try {
    return await act();
  } finally {
    done();
  }
}

/**
 * Calls `miss` when the time is up; returns a function that cancels it. An answer that has arrived but waits for our
 * busy event loop is still in time.
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

function preparingClient(client: pg.PoolClient, manner: Manner): pg.PoolClient {
  const { nameOf, begin, servers, onRelease } = manner;
  const wait: Wait = (act) => inTime(client, manner, act);
  const named = (text: string, values: readonly unknown[] = []) =>
    ({ text: text === 'begin' ? begin : text, values, name: nameOf(text) }) as pg.QueryConfig;
  // `begin` is sent with the first statement of its transaction, and `commit` with the last if that one says so.
  let isBeginning = false;
  let isOver = false;
  const run = async (query: string, values: unknown[]) => {
    if (query === 'begin') {
      isBeginning = true;
      isOver = false;
      return unsent(query);
    }
    if ((query === 'commit' || query === 'rollback') && (isBeginning || isOver)) {
      isBeginning = isOver = false;
      return unsent(query);
    }
    const before = isBeginning ? [named('begin')] : [];
    isBeginning = false;
    const [first] = values;
    try {
      if (first instanceof CopySource) {
        if (before.length > 0) await wait(() => inOneRoundTrip(client, before));
        return await runCopy(client, query, first, wait);
      }
      isOver = first instanceof LastValues;
      const sent = first instanceof LastValues ? [named(query, first.values), named('commit')] : [named(query, values)];
      const answers = await wait(() => inOneRoundTrip(client, [...before, ...sent]));
      return answers[before.length] as pg.QueryResult;
    } catch (error) {
      // The database is closing the connection, or has become read-only after a failover: the connection's next user
      // must not be the one to find out.
      const isClosing =
        error instanceof pg.DatabaseError &&
        (error.severity === 'FATAL' || (servers.areSeveral && error.code === '25006'));
      // The client tells of a connection that broke by an event, which may come after the failure of its query.
      const isGone = !(error instanceof pg.DatabaseError) && !(first instanceof CopySource) && isLostConnection(error);
      if (isClosing || isGone) broken.add(client);
      // There is no transaction to roll back on a connection that broke before it began.
      if (before.length > 0 && broken.has(client)) isOver = true;
      throw broken.has(client) ? new DatabaseUnreachable(error) : error;
    }
  };
  const release = (error?: Error | boolean) => {
    client.release(error || broken.has(client));
    onRelease?.(client);
  };
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
