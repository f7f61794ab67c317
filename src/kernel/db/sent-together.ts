import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, PostgresDialect, type QueryResult } from 'kysely';
import type { Database } from './database.ts';
import { isLostConnection } from './failures.ts';
import { Sent } from './round-trip.ts';
import type { DB } from './schema.generated.ts';

// PostgreSQL refuses statements of more than 1,664 columns, and one would keep the others waiting.
const most = 100;

interface Pending {
  query: CompiledQuery;
  answer: (result: QueryResult<never>) => void;
  fail: (error: unknown) => void;
}

/**
 * A database for the reads of one page: those that begin at the same time are sent as one statement, so that a page of
 * several features takes one round trip and one connection. Values arrive as JSON has them, so the statements select
 * numbers, texts, booleans and JSON, no times and no decimals. One that fails fails alone.
 */
export function sentTogether(db: Database): Database {
  let waiting: Pending[] = [];
  const send = async () => {
    await nextTurn();
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += most) void sendSome(all.slice(from, from + most));
  };
  const sendSome = async (sent: readonly Pending[]) => {
    try {
      const results = await sendAll(db, sent);
      for (const [index, { answer }] of sent.entries()) answer(results[index] as QueryResult<never>);
    } catch (error) {
      // One of them is to blame, and the statement does not tell which.
      const isOneToBlame = sent.length > 1 && !isLostConnection(error);
      for (const { query, answer, fail } of sent) {
        if (isOneToBlame) db.executeQuery<never>(query).then(answer, fail);
        else fail(error);
      }
    }
  };
  const connection: DatabaseConnection = {
    executeQuery: (query) =>
      new Promise((answer, fail) => {
        if (waiting.push({ query, answer, fail }) === 1) void send();
      }),
    streamQuery: () => {
      throw new Error('What is sent together is not streamed.');
    },
  };
  return new Kysely<DB>({ dialect: new Together(connection) });
}

/** A context whose statements are sent together. */
export const sendingTogether = <C extends { db: Database }>(ctx: C): C => ({ ...ctx, db: sentTogether(ctx.db) });

async function sendAll(db: Database, sent: readonly Pending[]): Promise<QueryResult<unknown>[]> {
  const [first] = sent;
  if (first && sent.length === 1) return [await db.executeQuery(first.query)];
  const parameters: unknown[] = [];
  const columns = sent.map(({ query }, index) => {
    const before = parameters.length;
    parameters.push(...Sent.valuesOf(query.parameters));
    const text = query.sql.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`);
    return `(select coalesce(json_agg(row_${index}), '[]') from (${text}) row_${index}) as "${index}"`;
  });
  const query = CompiledQuery.raw(`select ${columns.join(',\n')}`, parameters);
  const { rows } = await db.executeQuery<Record<string, unknown[]>>(query);
  return sent.map((_, index) => ({ rows: rows[0]?.[index] ?? [] }));
}

/** PostgreSQL on one given connection that takes any number of queries at a time. */
class Together extends PostgresDialect {
  private readonly connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    super({ pool: () => Promise.reject(new Error('Unused.')) });
    this.connection = connection;
  }

  override createDriver(): Driver {
    const nothing = () => Promise.resolve();
    const none = () => Promise.reject(new Error('What is sent together is no transaction.'));
    return {
      init: nothing,
      destroy: nothing,
      acquireConnection: () => Promise.resolve(this.connection),
      releaseConnection: nothing,
      beginTransaction: none,
      commitTransaction: none,
      rollbackTransaction: none,
    };
  }
}
