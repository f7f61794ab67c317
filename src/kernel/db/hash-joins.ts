import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Runs a statement whose joins are hashed, for rows that were written a moment ago in the same transaction: PostgreSQL
 * knows nothing yet of them, takes them for a few, and would compare each with all. Not for a statement that looks up a
 * few rows of a large table: that would be read whole. Call it in a transaction.
 */
export async function withHashJoins<T>(db: Database, statement: () => Promise<T>): Promise<T> {
  const nested = (on: boolean) => sql`select set_config('enable_nestloop', ${on ? 'on' : 'off'}, true)`.execute(db);
  await nested(false);
  const answer = await statement();
  await nested(true);
  return answer;
}
