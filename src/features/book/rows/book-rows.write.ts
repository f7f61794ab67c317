import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import {
  bookTitleJoins,
  cell,
  currentTexts,
  plainFields,
  type StagedRows,
  storedCell,
  titleJoins,
} from './book-rows.sql.ts';
import { bookFields, referenceColumns } from '../book-fields.ts';

/*
 * Each function writes the planned rows of one status in one statement. `planned` is the staged relation with the
 * plan's `status`, `bidx` and `changed` beside `row_no` and `cells`. `record` wraps the select of what was done, in the
 * same statement: `row_no, bidx, bid, version, before jsonb, after jsonb, keys integer[]`. Both answer how many.
 */
type RecordRows = (done: RawBuilder<unknown>) => RawBuilder<unknown>;

const columns = sql.join([
  ...plainFields.map((field) => sql.ref(field.name)),
  ...Object.values(referenceColumns).map((name) => sql.ref(name)),
]);

/** Inserts the rows planned as new. */
export async function insertNewRows(ctx: Context, planned: StagedRows, record: RecordRows): Promise<number> {
  const now = ctx.now.toISOString();
  const result = await sql`
    with planned as materialized (${planned}),
    written as (
      insert into book (${columns}, created_at, updated_at, updated_by)
      select ${sql.join(plainFields.map((field) => storedCell('r', field.name)))}, s.ser_idx, l.lev_idx, c.cat_idx, g.grp_idx,
        ${now}::timestamptz, ${now}::timestamptz, ${ctx.actor?.staffId ?? null}
      from planned r ${titleJoins('r')}
      where r.status = 'new'
      order by r.row_no
      returning bidx, bid, version
    )
    ${record(sql`
      select r.row_no, w.bidx, w.bid, w.version, null::jsonb as before, null::jsonb as after, null::integer[] as keys
      from written w join planned r on ${cell('r', 'bid')} = w.bid`)}`.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
}

const fieldNames = sql`array[${sql.join(bookFields.map((field) => sql.lit(field.name)))}]`;

/** A column's new value: the cell, unless it is empty and leaves the column as it is. */
const setPlain = (name: string) =>
  sql`${sql.ref(name)} = case when ${cell('t', name)} = '' then b.${sql.ref(name)} else ${storedCell('t', name)} end`;

const setReference = (name: keyof typeof referenceColumns) => {
  const column = sql.ref(referenceColumns[name]);
  return sql`${column} = case when ${cell('t', name)} = '' then b.${column} else t.${column} end`;
};

/** Changes the books of the rows planned as changed, field by field, and remembers what they had. */
export async function updateChangedRows(ctx: Context, planned: StagedRows, record: RecordRows): Promise<number> {
  const result = await sql`
    with target as materialized (
      select r.row_no, r.cells, r.bidx, r.changed, s.ser_idx, l.lev_idx, c.cat_idx, g.grp_idx,
        ${currentTexts(sql`r.changed`)} as before,
        (select jsonb_object_agg(name, coalesce(r.cells[array_position(${fieldNames}, name)], '')) from unnest(r.changed) name) as after,
        array[b.ser_idx, b.lev_idx, b.cat_idx, b.grp_idx] as keys
      from (${planned}) r
      join book b on b.bidx = r.bidx
      ${titleJoins('r')} ${bookTitleJoins}
      where r.status = 'changed'
    ),
    written as (
      update book b set
        ${sql.join([
          ...plainFields.filter(({ name }) => name !== 'bid').map(({ name }) => setPlain(name)),
          setReference('series'),
          setReference('level'),
          setReference('category'),
          setReference('age_group'),
        ])},
        version = b.version + 1,
        updated_at = ${ctx.now.toISOString()}::timestamptz,
        updated_by = ${ctx.actor?.staffId ?? null}
      from target t
      where b.bidx = t.bidx
      returning t.row_no, b.bidx, b.bid, b.version, t.before, t.after, t.keys
    )
    ${record(sql`select * from written`)}`.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
}
