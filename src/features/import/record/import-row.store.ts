import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { CellProblem } from '../rules/import-cells.rules.ts';

/** Removes the staged rows of an import and their plan. */
export async function deleteRows(db: Database, importIdx: number): Promise<void> {
  await db.deleteFrom('import_plan').where('import_idx', '=', importIdx).execute();
  await db.deleteFrom('import_row').where('import_idx', '=', importIdx).execute();
}

/** One staged row, as it is being corrected. */
interface StoredRow {
  cells: (string | null)[];
  dropped: boolean;
}

export async function findRow(db: Database, importIdx: number, rowNo: number): Promise<StoredRow | undefined> {
  return db
    .selectFrom('import_row')
    .select(['cells', 'dropped'])
    .where('import_idx', '=', importIdx)
    .where('row_no', '=', rowNo)
    .$castTo<StoredRow>()
    .executeTakeFirst();
}

/** The cells of these rows. */
export async function listRows(
  db: Database,
  importIdx: number,
  rows: readonly number[],
): Promise<{ row_no: number; cells: (string | null)[] }[]> {
  return db
    .selectFrom('import_row')
    .select(['row_no', 'cells'])
    .where('import_idx', '=', importIdx)
    .where(sql<boolean>`row_no = any(${rows}::integer[])`)
    .$castTo<{ row_no: number; cells: (string | null)[] }>()
    .execute();
}

interface RowChange {
  row_no: number;
  cells: (string | null)[];
  problems: CellProblem[];
  warnings: CellProblem[];
}

export async function updateRows(db: Database, importIdx: number, rows: readonly RowChange[]): Promise<void> {
  const list = (found: CellProblem[]) => (found.length === 0 ? null : found);
  const given = rows.map(({ row_no, cells, problems, warnings }) => ({
    row_no,
    cells,
    problems: list(problems),
    warnings: list(warnings),
  }));
  await sql`
    update import_row r set cells = given.cells, problems = nullif(given.problems, 'null'::jsonb),
      warnings = nullif(given.warnings, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given
      (row_no integer, cells text[], problems jsonb, warnings jsonb)
    where r.import_idx = ${importIdx} and r.row_no = given.row_no`.execute(db);
}

/** Excludes rows from the import, or includes them again. Returns how many were changed. */
export async function setDropped(
  db: Database,
  importIdx: number,
  rows: readonly number[] | 'rejected' | 'hidden',
  dropped: boolean,
): Promise<number> {
  const which =
    rows === 'rejected'
      ? sql`exists (
          select 1 from import_plan p
          where p.import_idx = r.import_idx and p.row_no = r.row_no and p.status = 'rejected' offset 0)`
      : rows === 'hidden'
        ? sql`row_no in (
            select (jsonb_array_elements(i.sheet_notes -> 'hidden_rows'))::integer from import i where i.import_idx = ${importIdx})`
        : sql`row_no = any(${rows}::integer[])`;
  const result = await sql`
    update import_row r set dropped = ${dropped} where import_idx = ${importIdx} and dropped <> ${dropped} and ${which}`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0);
}

/**
 * Joins the plan `p` to staged rows `r` by index lookups. PostgreSQL has no statistics for rows that were just written,
 * estimates one, and would scan all of them for each row; collecting statistics (ANALYZE) would block every other
 * import until this one commits.
 */
export const withPlan = sql`
  left join lateral (
    select status, bidx, changed, conflicts, altered from import_plan
    where import_idx = r.import_idx and row_no = r.row_no offset 0
  ) p on true`;

/** The staged rows of an import that are not excluded, in the form the statements on book rows expect. */
export const stagedRows = (importIdx: number) => sql`
  select row_no, cells, problems from import_row where import_idx = ${importIdx}::integer and not dropped`;

/** The staged rows of one range with their plan; a row without a plan is new. */
export const plannedRows = (importIdx: number, from: number, to: number) => sql`
  select r.row_no, r.cells, coalesce(p.status, 'new') as status, p.bidx, coalesce(p.changed, '{}') as changed
  from import_row r ${withPlan}
  where r.import_idx = ${importIdx}::integer and not r.dropped and r.row_no between ${from}::integer and ${to}::integer`;
