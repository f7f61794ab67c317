import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';

/**
 * Adds thousands of rows to a table, and then has PostgreSQL count them. Without it the table stays empty for the planner, and
 * each row that is checked or joined may read a whole index; by itself PostgreSQL counts at a moment of its own, which may be
 * while the rows are added (`analyze-grown.ts`).
 */
export async function addMany(db: Database, table: string, insert: RawBuilder<unknown>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in share update exclusive mode`.execute(trx);
    await insert.execute(trx);
  });
  await sql`analyze ${sql.table(table)}`.execute(db);
}
