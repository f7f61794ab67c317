import { sql } from 'kysely';
import type { Database } from './database.ts';

const settings = ['enable_nestloop', 'enable_sort'] as const;

/**
 * Runs a statement that joins and groups by hashing only, for rows just written in the same transaction: PostgreSQL has
 * no statistics on them yet, assumes they are few, and would loop over them and sort them. Not for statements that look
 * up a few rows of a large table, which would be read completely. Call it in a transaction.
 */
export async function byHashing<T>(db: Database, statement: () => Promise<T>): Promise<T> {
  const allow = (on: boolean) =>
    sql`select ${sql.join(settings.map((name) => sql`set_config(${name}, ${on ? 'on' : 'off'}, true)`))}`.execute(db);
  await allow(false);
  const answer = await statement();
  await allow(true);
  return answer;
}
