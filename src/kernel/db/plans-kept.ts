import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Writes many rows with the plans of foreign keys kept: PostgreSQL checks each row by a statement of its own, which
 * connections that plan for each set of values would plan anew for each row.
 */
export async function withPlansKept<T>(db: Database, write: () => Promise<T>): Promise<T> {
  const mode = (name: string) => sql`select set_config('plan_cache_mode', ${name}, true)`.execute(db);
  await mode('auto');
  const answer = await write();
  await mode('force_custom_plan');
  return answer;
}
