import { sql } from 'kysely';
import { bookFields } from '#features/book/book-fields.public.ts';
import { bookTitleJoins, currentTexts, fieldNames } from '#features/library/book-rows.public.ts';
import type { Database } from '#kernel/db/database.ts';
import { alteredForm, isAlteredText } from '#kernel/text/altered-text.rules.ts';

// Ids, numbers, choices and days have one form in a sheet, however it was saved.
const fields = bookFields
  .filter(({ name, isWhole, choices }) => !isWhole && !choices && !/^(?:bid|format|isbn_|released_date)/.test(name))
  .map(({ name }) => name);

/** A changed cell of a planned row, and the text that its book has. */
export interface ChangedCell {
  row_no: number;
  field: string;
  text: string;
  now: string;
}

const changedCells = (importIdx: number, condition = sql`true`, names = sql`p.changed`) => sql`
  select p.row_no, field, r.cells[array_position(${fieldNames}, field)] as text, ${currentTexts(sql`array[field]`)} ->> field as now
  from import_plan p
  join lateral (
    select cells from import_row where import_idx = ${importIdx}::integer and row_no = p.row_no offset 0
  ) r on true
  join lateral unnest(${names}) field on field = any(${fields}::text[])
    and r.cells[array_position(${fieldNames}, field)] ~ ${alteredForm}
  join book b on b.bidx = p.bidx ${bookTitleJoins}
  where p.import_idx = ${importIdx}::integer and ${condition}`;

/** Marks the cells of the plan that are what a spreadsheet makes of the text of their book. */
export async function markAltered(db: Database, importIdx: number): Promise<void> {
  const { rows } = await sql<ChangedCell>`${changedCells(importIdx, sql`p.changed <> '{}'`)}`.execute(db);
  const altered = Map.groupBy(
    rows.filter(({ now, text }) => isAlteredText(now, text)),
    ({ row_no }) => row_no,
  );
  if (altered.size === 0) return;
  const marks = Array.from(altered, ([row_no, cells]) => ({ row_no, fields: cells.map(({ field }) => field) }));
  await sql`
    update import_plan p set altered = mark.fields
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as mark (row_no integer, fields text[])
    where p.import_idx = ${importIdx} and p.row_no = mark.row_no`.execute(db);
}

/** The marked cells in the order of the sheet: the first ones, or all. */
export async function listAltered(db: Database, importIdx: number, limit: number | null): Promise<ChangedCell[]> {
  const marked = changedCells(importIdx, sql`p.altered is not null`, sql`p.altered`);
  const { rows } = await sql<ChangedCell>`
    select * from (${marked}) cell order by row_no, array_position(${fieldNames}, field) limit ${limit}`.execute(db);
  return rows;
}

export async function countAltered(db: Database, importIdx: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(cardinality(altered)), 0)::integer as count
    from import_plan where import_idx = ${importIdx} and altered is not null`.execute(db);
  return rows[0]?.count ?? 0;
}
