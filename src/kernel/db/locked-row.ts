import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { executeGeneric } from './generic-plan.ts';

/**
 * Locks one row until the transaction ends, and reads it with what is joined to it, in one round trip. `row` is the table
 * with its key: `collection c where c.cid = …`. What is joined may predate the lock, so if the row was changed while
 * this waited for it, all is read again.
 */
export async function lockRow<Row>(
  db: Database,
  row: RawBuilder<unknown>,
  read: RawBuilder<Row>,
): Promise<Row | undefined> {
  // The lock is on the row's newest version; the other queries see the one before it.
  const locked = sql<Row & { isNewest: boolean }>`
    with locked as materialized (select ctid = (select ctid from ${row}) as "isNewest" from ${row} for update)
    select found.*, "isNewest" from locked, (${read}) found`;
  const [first] = await executeGeneric(db, locked);
  if (!first) return undefined;
  const { isNewest, ...found } = first;
  return isNewest ? (found as Row) : (await executeGeneric(db, read))[0];
}
