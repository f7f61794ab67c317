import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Runs a statement with hash joins only, for rows just written in the same transaction: PostgreSQL has no statistics on
 * them yet, assumes they are few and would use nested loops. Not for statements that look up a few rows of a large
 * table, which would be read completely. Call it in a transaction.
 */
export async function withHashJoins<T>(db: Database, statement: () => Promise<T>): Promise<T> {
  const nested = (on: boolean) => sql`select set_config('enable_nestloop', ${on ? 'on' : 'off'}, true)`.execute(db);
  await nested(false);
  const answer = await statement();
  await nested(true);
  return answer;
}
