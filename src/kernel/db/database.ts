import { createHash } from 'node:crypto';
import { type DatabaseConnection, type Driver, Kysely, type LogEvent, type TransactionSettings } from 'kysely';
import type pg from 'pg';
import { dialectOf } from './dialect.ts';
import { DatabaseUnreachable } from './failures.ts';
import { broken, type Pool } from './pool.ts';
import { statementTimeoutMs as usualTimeoutMs } from './pooler.ts';
import { type ClientOptions, deadline, PreparedConnection } from './prepared-connection.ts';
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
  const dialect = dialectOf(new PoolDriver(pool, clientOptionsOf(pool, deadlineMs), share));
  return new Kysely<DB>({ dialect, ...(onQuery && { log: onQuery }) });
}

const maxPrepared = 400;

/** Behind a pooler, statements get no names, and a transaction sets its own timeout if that differs from the role's. */
const clientOptionsOf = (pool: Pool, deadlineMs: number): ClientOptions => ({
  nameOf: pool.pooled ? () => undefined : statementNames(),
  plansGenerically: !pool.pooled,
  deadlineMs,
  afterBegin:
    pool.pooled && pool.statementTimeoutMs !== usualTimeoutMs
      ? `; set local statement_timeout = ${pool.statementTimeoutMs}`
      : '',
  servers: pool.servers,
});

/** Lends the connections of a pool, and the transactions on them. */
class PoolDriver implements Driver {
  private readonly pool: Pool;
  private readonly options: ClientOptions;
  private readonly share: Share | undefined;
  // A connection is wrapped once, not for every statement.
  private readonly wrapped = new WeakMap<pg.PoolClient, PreparedConnection>();
  private readonly leaving = new WeakMap<pg.PoolClient, () => void>();

  constructor(pool: Pool, options: ClientOptions, share: Share | undefined) {
    this.pool = pool;
    this.options = options;
    this.share = share;
  }

  async init(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.pool.end();
  }

  async acquireConnection(): Promise<PreparedConnection> {
    const leave = await this.share?.enter();
    try {
      const client = await connectWithin(this.pool, this.options.deadlineMs);
      if (leave) this.leaving.set(client, leave);
      const connection = this.wrapped.get(client) ?? new PreparedConnection(client, this.options);
      this.wrapped.set(client, connection);
      return connection;
    } catch (error) {
      leave?.();
      throw new DatabaseUnreachable(error);
    }
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    lent(connection).begin(settings);
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return lent(connection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return lent(connection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const { client } = lent(connection);
    client.release(broken.has(client));
    this.leaving.get(client)?.();
  }
}

function lent(connection: DatabaseConnection): PreparedConnection {
  if (!(connection instanceof PreparedConnection)) throw new Error('This connection is of another driver.');
  return connection;
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
