import type { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';
import { sentAs } from './sending.ts';

/**
 * Runs the last statement of a transaction and commits, in one round trip; if the statement fails, nothing is committed.
 * No statement may follow in the transaction. It inserts values, so that its plan is the same for any.
 */
export async function executeLast<Row>(trx: Database, query: { compile(): CompiledQuery<Row> }): Promise<Row[]> {
  const { rows } = await trx.executeQuery<Row>(sentAs(query.compile(), { isLast: true, isGeneric: true }));
  return rows;
}
