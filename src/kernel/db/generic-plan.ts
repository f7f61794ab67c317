import type { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';
import { sentAs } from './sending.ts';

/**
 * Runs a statement whose best plan is the same for any values, such as one that looks up a record by its key: PostgreSQL
 * plans it once for each connection. All others are planned for each set of values, which takes longer than to look a
 * record up.
 */
export async function executeGeneric<Row>(
  db: Database,
  query: { compile(db: Database): CompiledQuery<Row> },
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(sentAs(query.compile(db), { isGeneric: true }));
  return rows;
}
