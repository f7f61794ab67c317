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

/**
 * As {@link lockRow}, for the rows of a table that have these keys, in one order for all who lock some; `key` is unique, and
 * what is read has it.
 */
export async function lockRows<Row>(
  db: Database,
  { table, key, order }: { table: string; key: string; order: string },
  keys: readonly (string | number)[],
  read: RawBuilder<Row>,
): Promise<Row[]> {
  const [rows, name] = [sql.table(table), sql.ref(key)];
  const locked = sql<Row & { isNewest: boolean }>`
    with locked as materialized (
      select ${name}, ctid = (select ctid from ${rows} seen where seen.${name} = wanted.${name}) as "isNewest"
      from ${rows} wanted where ${name} = any(${keys}) order by ${sql.ref(order)} for update)
    select found.*, "isNewest" from locked join (${read}) found using (${name})`;
  const found = await executeGeneric(db, locked);
  if (!found.every(({ isNewest }) => isNewest)) return executeGeneric(db, read);
  return found.map(({ isNewest: _isNewest, ...row }) => row as Row);
}
