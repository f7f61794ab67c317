import { sql } from 'kysely';
import type { Database } from './database.ts';
import { executeGeneric } from './generic-plan.ts';

/** Locks the rows of a table that have these keys until the transaction ends, in one order for all who lock some. */
export async function lockByKey(
  db: Database,
  { table, key, order = key }: { table: string; key: string; order?: string },
  keys: readonly string[],
): Promise<void> {
  const locking = sql`
    select from ${sql.table(table)} where ${sql.ref(key)} = any(${keys}::text[])
    order by ${sql.ref(order)} for update`;
  await executeGeneric(db, locking);
}
