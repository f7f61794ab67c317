import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { CopySource, runCopy } from './copy.ts';
import type { DB } from './schema.generated.ts';

/** The typed query builder over every table; a transaction has the same type. */
export type Database = Kysely<DB>;

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
  max?: number;
  onError?: (error: Error) => void;
}

export function openPool(connection: pg.ClientConfig, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types,
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    application_name: 'library-office',
    // Prepared statements keep their parse, but are planned for the values at hand: a search pattern decides the plan.
    options: '-c plan_cache_mode=force_custom_plan -c timezone=UTC -c statement_timeout=70000 -c jit=off -c work_mem=64MB',
  });
  pool.on('error', (error) => options.onError?.(error));
  return pool;
}

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
}

const maxPrepared = 400;

/** Names each statement that is sent again, so that PostgreSQL parses it once a connection; and runs COPY. */
function preparing(pool: pg.Pool): pg.Pool {
  const names = new Map<string, string | undefined>();
  const nameOf = (text: string) => {
    if (!names.has(text)) {
      if (names.size < maxPrepared) names.set(text, undefined);
      return undefined;
    }
    const known = names.get(text) ?? createHash('sha1').update(text).digest('base64url');
    names.set(text, known);
    return known;
  };
  return new Proxy(pool, {
    get: (target, key) =>
      key === 'connect' ? async () => preparingClient(await target.connect(), nameOf) : Reflect.get(target, key),
  });
}

function preparingClient(client: pg.PoolClient, nameOf: (text: string) => string | undefined): pg.PoolClient {
  return new Proxy(client, {
    get: (target, key) => {
      if (key === 'query') {
        return (query: unknown, values?: unknown[]) => {
          // Without values a text may hold several statements, which a prepared one may not.
          if (typeof query !== 'string' || !values?.length) return target.query(query as string);
          const [first] = values;
          if (first instanceof CopySource) return runCopy(target, query, first);
          return target.query({ text: query, values, name: nameOf(query) } as pg.QueryConfig);
        };
      }
      const value = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
