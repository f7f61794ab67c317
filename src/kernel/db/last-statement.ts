import { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';
import { Sent } from './round-trip.ts';

/**
 * Runs the last statement of a transaction and commits, in one round trip; if the statement fails, nothing is committed.
 * No statement may follow in the transaction. It inserts values, so that its plan is the same for any.
 */
export async function executeLast<Row>(trx: Database, query: { compile(): CompiledQuery<Row> }): Promise<Row[]> {
  const { sql, parameters } = query.compile();
  const sent = new Sent(parameters, { isLast: true, isGeneric: true });
  const { rows } = await trx.executeQuery<Row>(CompiledQuery.raw(sql, [sent]));
  return rows;
}
