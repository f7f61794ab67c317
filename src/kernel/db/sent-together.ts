import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult } from 'kysely';
import type { Database } from './database.ts';
import { dialectOf } from './dialect.ts';
import type { DB } from './schema.generated.ts';
import { sentAs } from './sending.ts';

// More would keep the others waiting.
const most = 100;

type Settled = PromiseSettledResult<QueryResult<never>>;

interface Pending {
  query: CompiledQuery;
  answer: (result: QueryResult<never>) => void;
  fail: (error: unknown) => void;
}

/**
 * A database for the reads of one page: those that begin at the same time are sent together, so that a page of several
 * features takes one round trip and one connection. Each is answered on its own; one that fails fails alone.
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
      const together = sent.map(({ query }) => query);
      const text = together.map(({ sql }) => sql).join(';\n');
      const { rows } = await db.executeQuery<Settled>(sentAs(CompiledQuery.raw(text), { together }));
      for (const [index, { answer, fail }] of sent.entries()) {
        const settled = rows[index];
        if (settled?.status === 'fulfilled') answer(settled.value);
        else fail(settled?.reason);
      }
    } catch (error) {
      for (const { fail } of sent) fail(error);
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
  return new Kysely<DB>({ dialect: dialectOf(driverOf(connection)) });
}

/** A context whose statements are sent together. */
export const sendingTogether = <C extends { db: Database }>(ctx: C): C => ({ ...ctx, db: sentTogether(ctx.db) });

const nothing = () => Promise.resolve();
const none = () => Promise.reject(new Error('What is sent together is no transaction.'));

/** One connection that takes any number of queries at a time. */
const driverOf = (connection: DatabaseConnection): Driver => ({
  init: nothing,
  destroy: nothing,
  acquireConnection: () => Promise.resolve(connection),
  releaseConnection: nothing,
  beginTransaction: none,
  commitTransaction: none,
  rollbackTransaction: none,
});
