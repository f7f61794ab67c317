import { type RawBuilder, sql } from 'kysely';
import type { Context } from './context.ts';

/*
 * An act on many records, such as an import, has one audit row. What it did to each record is kept beside it, and joins
 * the history of that record.
 */

/** Begins an act on many records: answers its number, for {@link keepRecords} and for the `act` of its audit row. */
export async function beginAct(ctx: Context): Promise<number> {
  const { rows } = await sql<{ act: number }>`select nextval('act_idx_seq') as act`.execute(ctx.db);
  return rows[0]?.act ?? 0;
}

/** Where a statement finds what it did to records, one row each: `id` as text, the others as jsonb. */
interface Done {
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** Absent: the act made the records. */
  before?: RawBuilder<unknown>;
  /** Absent: the act removed them. */
  after?: RawBuilder<unknown>;
  /** What taking the act back needs, see `undo.ts`. */
  undo?: RawBuilder<unknown>;
}

/** Ends a statement that writes records: keeps what it did to each, which never passes through this process. */
export const keepRecords = (act: number, entity: string, done: Done): RawBuilder<unknown> => {
  const { from, id, before = sql`null::jsonb`, after = sql`null::jsonb`, undo = sql`null::jsonb` } = done;
  return sql`
    insert into act_record (act_idx, entity, record_id, before, after, undo)
    select ${act}::bigint, ${sql.lit(entity)}, ${id}, ${before}, ${after}, ${undo} from ${from}`;
};

/** The ids of the records of a kind that an act touched: yields `record_id`. */
export const idsOfAct = (act: number, entity: string): RawBuilder<unknown> => sql`
  select record_id from act_record where act_idx = ${act}::bigint and entity = ${entity}`;
