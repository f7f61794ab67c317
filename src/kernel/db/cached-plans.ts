import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Writes many rows with cached plans for foreign keys: PostgreSQL checks each row with a separate statement, which
 * connections with `force_custom_plan` would plan again for every row.
 */
export async function withCachedPlans<T>(db: Database, write: () => Promise<T>): Promise<T> {
  const mode = (name: string) => sql`select set_config('plan_cache_mode', ${name}, true)`.execute(db);
  await mode('auto');
  const answer = await write();
  await mode('force_custom_plan');
  return answer;
}
