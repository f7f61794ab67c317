import { createHash } from 'node:crypto';
import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { DatabaseUnreachable } from './failures.ts';
import type { Pool } from './pool.ts';
import { statementTimeoutMs as usualTimeoutMs } from './pooler.ts';
import { type ClientOptions, deadline, preparingClient } from './preparing-client.ts';
import type { DB } from './schema.generated.ts';

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

/** Behind a pooler, statements get no names, and a transaction sets its own timeout if that differs from the role's. */
const clientOptionsOf = (pool: Pool, deadlineMs: number): ClientOptions => ({
  nameOf: pool.pooled ? () => undefined : statementNames(),
  plansGenerically: !pool.pooled,
  deadlineMs,
  begin:
    pool.pooled && pool.statementTimeoutMs !== usualTimeoutMs
      ? `begin; set local statement_timeout = ${pool.statementTimeoutMs}`
      : 'begin',
  servers: pool.servers,
});

/** Names each repeated statement, so that PostgreSQL parses it once per connection, and runs COPY. */
function preparing(pool: Pool, deadlineMs: number, share: Share | undefined): pg.Pool {
  const options = clientOptionsOf(pool, deadlineMs);
  // A connection is wrapped once, not for every statement.
  const wrapped = new WeakMap<pg.PoolClient, pg.PoolClient>();
  const leaving = new WeakMap<pg.PoolClient, () => void>();
  const onRelease = (client: pg.PoolClient) => leaving.get(client)?.();
  const connect = async () => {
    const leave = await share?.enter();
    try {
      const client = await connectWithin(pool, deadlineMs);
      if (leave) leaving.set(client, leave);
      const prepared = wrapped.get(client) ?? preparingClient(client, { ...options, onRelease });
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
