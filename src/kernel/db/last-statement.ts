import { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';
import { LastValues } from './round-trip.ts';

/**
 * Runs the last statement of a transaction and commits, in one round trip; if the statement fails, nothing is committed.
 * No statement may follow in the transaction.
 */
export async function executeLast<Row>(trx: Database, query: { compile(): CompiledQuery<Row> }): Promise<Row[]> {
  const { sql, parameters } = query.compile();
  const { rows } = await trx.executeQuery<Row>(CompiledQuery.raw(sql, [new LastValues(parameters)]));
  return rows;
}
