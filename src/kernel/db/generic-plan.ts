import { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';
import { Sent } from './round-trip.ts';

/**
 * Runs a statement whose best plan is the same for any values, such as one that looks up a record by its key: PostgreSQL
 * plans it once for each connection. All others are planned for each set of values, which takes longer than to look a
 * record up.
 */
export async function executeGeneric<Row>(
  db: Database,
  query: { compile(db: Database): CompiledQuery<Row> },
): Promise<Row[]> {
  const { sql, parameters } = query.compile(db);
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(sql, [new Sent(parameters, { isGeneric: true })]));
  return rows;
}
