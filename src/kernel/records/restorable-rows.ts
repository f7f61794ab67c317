import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { DB } from '../db/schema.generated.ts';
import { storeEffects } from './acts.ts';

/** A table whose deleted rows are stored with the act that deleted them, so that its undo can insert them as they were. */
export interface RestorableTable {
  entity: string;
  table: keyof DB;
  key: string;
  /** Every column but those that the database computes. */
  columns: readonly string[];
  /** The fields in the trail, from a row. */
  audited: RawBuilder<unknown>;
}

/** Deletes the rows that meet a condition, as part of an act that stores them. */
export async function deleteRestorable(
  db: Database,
  act: number,
  { entity, table, key, audited }: RestorableTable,
  which: RawBuilder<unknown>,
): Promise<void> {
  const effects = { from: sql`gone`, id: sql`${sql.ref(key)}::text`, before: audited, undo: sql`to_jsonb(gone)` };
  await sql`
    with gone as (delete from ${sql.table(table)} where ${which} returning *)
    ${storeEffects(act, entity, effects)}`.execute(db);
}

/** Inserts the rows that an act deleted, with their keys. */
export async function insertDeleted(
  db: Database,
  act: number,
  { entity, table, columns }: Pick<RestorableTable, 'entity' | 'table' | 'columns'>,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from act_record r, jsonb_populate_record(null::${sql.table(table)}, r.undo)
    where r.act_idx = ${act}::bigint and r.entity = ${entity}`.execute(db);
}
