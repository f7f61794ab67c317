import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { CopySource, runCopy } from './copy.ts';
import type { DB } from './schema.generated.ts';

/** The typed query builder over every table; a transaction has the same type. */
export type Database = Kysely<DB>;

/** Where a database is. */
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

/** Options of {@link openPool}; `onError` hears of idle connections that break, which must not end the process. */
export interface PoolOptions {
  onError?: (error: Error) => void;
}

export function openPool(connection: Connection, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types,
    max: 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'library-office',
    // Prepared statements keep their parse, but are planned for the values at hand: a search pattern decides the plan.
    options:
      '-c plan_cache_mode=force_custom_plan -c timezone=UTC -c statement_timeout=70000 -c jit=off -c work_mem=64MB',
  });
  pool.on('error', (error) => options.onError?.(error));
  // A connection that breaks while it is used fails its query, and is not used again. Without a listener the event
  // would end the process.
  pool.on('connect', (client) => client.on('error', () => broken.add(client)));
  return pool;
}

const broken = new WeakSet<object>();

/** Thrown by a query whose connection could not be made, or broke. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super('The database does not answer.', { cause });
  }
}

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
}

const maxPrepared = 400;

/** Names each statement that is sent again, so that PostgreSQL parses it once a connection; and runs COPY. */
function preparing(pool: pg.Pool): pg.Pool {
  const nameOf = statementNames();
  const connect = async () => {
    try {
      return preparingClient(await pool.connect(), nameOf);
    } catch (error) {
      throw new DatabaseUnreachable(error);
    }
  };
  return new Proxy(pool, { get: (target, key) => (key === 'connect' ? connect : Reflect.get(target, key)) });
}

/** Gives a statement its name from the second time on. Those sent once, such as a long list of ids, take no name. */
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

function preparingClient(client: pg.PoolClient, nameOf: (text: string) => string | undefined): pg.PoolClient {
  const run = async (query: string, values: unknown[]) => {
    const [first] = values;
    try {
      if (first instanceof CopySource) return await runCopy(client, query, first);
      return await client.query({ text: query, values, name: nameOf(query) } as pg.QueryConfig);
    } catch (error) {
      // The database ends the connection: the next to take it must not be the one to find out.
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
