import { type RawBuilder, sql } from 'kysely';
import { cell, currentTexts, type RowConflict, type RowStatus } from '#features/library/book-rows.public.ts';
import type { Database } from '#kernel/db/database.ts';
import { offsetOf, pageSize } from '#kernel/db/paging.ts';
import { undoneAlone } from '#kernel/records/undone-records.ts';
import { withPlan } from '../record/import-row.store.ts';
import type { CellProblem } from '../rules/import-cells.rules.ts';
import type { PreviewFilter } from '../rules/import-preview.rules.ts';

/** One row of the preview: its cells, the book's current values, and its problems. */
export interface PreviewRow {
  row_no: number;
  /** Null for an excluded row. */
  status: RowStatus | null;
  cells: (string | null)[];
  changed: string[];
  /** Those that a spreadsheet seems to have changed. */
  altered: string[];
  conflicts: RowConflict[];
  problems: CellProblem[] | null;
  warnings: CellProblem[] | null;
  /** Of a row that was applied: its book's id, and who undid the row alone, and when (seconds). */
  applied: { bid: string; undone: { at: number; actor: string | null } | null } | null;
  /** The book's current values of the changed fields. */
  current: Record<string, string>;
}

/** Which rows to read: a page of a filter, the rows after a given one, or a single row. */
type Choice = ({ filter: PreviewFilter } & ({ page: number } | { after: number; limit: number })) | { rowNo: number };

/** One page of an import's rows in the sheet's order, or one row. */
export async function listPreviewRows(db: Database, importIdx: number, choice: Choice): Promise<PreviewRow[]> {
  const { rows } = await sql<PreviewRow>`
    with page as materialized (
      ${chosen(importIdx, choice)}
    )
    select r.row_no, case when not r.dropped then coalesce(p.status, 'new') end as status, r.cells,
      coalesce(p.changed, '{}') as changed, coalesce(p.altered, '{}') as altered, coalesce(p.conflicts, '{}') as conflicts,
      r.problems, r.warnings,
      case when b.bidx is null then '{}'::jsonb else ${currentTexts(sql`p.changed`)} end as current,
      case when done.record_id is not null
        then jsonb_build_object('bid', done.record_id, 'undone', done.undone) end as applied
    from page
    join lateral (
      select * from import_row where import_idx = ${importIdx} and row_no = page.row_no offset 0
    ) r on true ${withPlan}
    left join book b on b.bidx = p.bidx and p.changed <> '{}'
    left join lateral (
      select d.record_id, ${undoneAlone(sql`d.entity`, sql`d.record_id`, sql`d.act_idx`)} as undone
      from act_record d
      where d.act_idx = (select act_idx from import where import_idx = ${importIdx}::integer) and d.entity = 'book'
        and d.record_id = ${cell('r', 'bid')}
    ) done on not r.dropped
    left join series bs on bs.ser_idx = b.ser_idx
    left join level bl on bl.lev_idx = b.lev_idx
    left join category bc on bc.cat_idx = b.cat_idx
    left join age_group bg on bg.grp_idx = b.grp_idx
    order by r.row_no`.execute(db);
  return rows;
}

function chosen(importIdx: number, choice: Choice): RawBuilder<unknown> {
  if ('rowNo' in choice) return sql`select ${choice.rowNo}::integer as row_no`;
  const found = matching(importIdx, choice.filter);
  return 'page' in choice
    ? sql`select row_no from (${found}) found order by row_no limit ${sql.lit(pageSize)} offset ${offsetOf(choice.page)}`
    : sql`select row_no from (${found}) found where row_no > ${choice.after} order by row_no limit ${choice.limit}`;
}

/**
 * The rows of a filter: yields `row_no`. Statuses are read from the plan, which has no rows for new books: looking them
 * up for each row of a large sheet takes ten times as long.
 */
function matching(importIdx: number, filter: PreviewFilter): RawBuilder<unknown> {
  const planned = (condition: RawBuilder<unknown>) =>
    sql`select row_no from import_plan where import_idx = ${importIdx}::integer and ${condition}`;
  const staged = (condition: RawBuilder<unknown>) =>
    sql`select row_no from import_row where import_idx = ${importIdx}::integer and ${condition}`;
  switch (filter) {
    case 'all':
      return staged(sql`true`);
    case 'new':
      return staged(sql`not dropped and row_no not in (${planned(sql`true`)})`);
    case 'warned':
      return staged(sql`warnings is not null and not dropped`);
    case 'dropped':
      return staged(sql`dropped`);
    default:
      return planned(sql`status = ${filter}`);
  }
}

/** The rows with the same value in a column that must be unique, by value. */
export async function findTwins(
  db: Database,
  importIdx: number,
  column: number,
  texts: readonly string[],
): Promise<Map<string, number[]>> {
  if (texts.length === 0) return new Map();
  const text = sql.raw(`cells[${column}]`);
  const { rows } = await sql<{ text: string; rows: number[] }>`
    select ${text} as text, (array_agg(row_no order by row_no))[1:5] as rows
    from import_row
    where import_idx = ${importIdx} and not dropped and ${text} = any(${texts}::text[])
    group by 1`.execute(db);
  return new Map(rows.map((row) => [row.text, row.rows]));
}

/** The books that have these ISBNs, by ISBN. */
export async function findOwners(
  db: Database,
  column: 'isbn_print' | 'isbn_spindle',
  isbns: readonly string[],
): Promise<Map<string, string>> {
  if (isbns.length === 0) return new Map();
  const rows = await db.selectFrom('book').select(['bid', column]).where(column, 'in', isbns).execute();
  return new Map(rows.map((row) => [row[column], row.bid]));
}
