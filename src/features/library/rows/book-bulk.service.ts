import { sql } from 'kysely';
import { auditBookAct } from '#features/book/book-act.public.ts';
import { type BookFieldName, bookFields, findBookField } from '#features/book/book-fields.public.ts';
import type { BookRow } from '#features/book/book-record.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { lockBooks } from '#features/image/image.public.ts';
import type { Database } from '#kernel/db/database.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { analyzeGrown } from '#kernel/work/analyze-grown.ts';
import type { Context } from '#kernel/work/context.ts';
import { bySlices } from '#kernel/work/in-turns.ts';
import { type RowProblem, stageRows } from './book-bulk.rules.ts';
import type { RowsWritten } from './book-rows.contract.ts';
import { addMissingTitles } from './made-titles.store.ts';
import { findMissingTitles, type MissingTitle } from './missing-titles.store.ts';
import { planRows, type RowConflict, type RowStatus } from './row-plan.store.ts';
import { givenColumns, joinTexts, type StagedBook, type StagedRows, splitTexts } from './staged-rows.store.ts';
import { insertNewRows, updateChangedRows } from './write-rows.store.ts';

interface BulkChoices {
  /** Existing books are updated instead of rejecting their rows. */
  update: boolean;
  /** Missing titles are created instead of rejecting their rows. */
  createMissing: boolean;
}

interface PlannedBook extends StagedBook {
  status: RowStatus;
  bidx: number | null;
  changed: string[];
}

/**
 * Writes many books at once, all or nothing: a handful of statements however many there are, one audit row, one change.
 * If any row is rejected nothing is written, and the response lists the problems by row.
 */
export async function writeBooks(
  ctx: Context,
  books: readonly BookRow[],
  { update, createMissing }: BulkChoices,
): Promise<RowsWritten> {
  // Locked, so that the plan stays valid until it is written.
  if (update) await lockBooks(ctx.db, [...new Set(books.map((book) => String(book.bid ?? '').trim()))]);
  const { staged, problems } = await stageInTurns(books);
  const relation = stagedRelation(staged, problems);
  const missing = await findMissingTitles(ctx, relation);
  const plans = await readPlans(ctx.db, { staged, relation, update });
  const refused = [
    ...problems,
    ...(createMissing ? [] : unknownTitles(plans, missing)),
    ...plans.flatMap((plan) => plan.conflicts.map((conflict) => conflictProblem(plan.row_no, conflict))),
  ];
  if (refused.length > 0) return refusal(ctx, refused);
  return writePlanned(ctx, plans, missing);
}

/** Checks the rows in slices, so that other requests are not blocked meanwhile. */
async function stageInTurns(books: readonly BookRow[]) {
  const staged: StagedBook[] = [];
  const problems: RowProblem[] = [];
  await bySlices(books, (slice, from) => {
    const part = stageRows(slice);
    staged.push(...part.staged.map((row) => ({ ...row, row_no: row.row_no + from })));
    // Beyond the limit of listed problems, one per row is enough to count the row.
    const named = problems.length < namedProblems ? part.problems : firstOfEachRow(part.problems);
    problems.push(...named.map((problem) => ({ ...problem, row: problem.row + from })));
  });
  return { staged, problems };
}

const firstOfEachRow = (problems: readonly RowProblem[]) =>
  problems.filter(({ row }, index) => row !== problems[index - 1]?.row);

// Without its last line, the cells would be split again for each cell that is read.
const stagedRelation = (rows: readonly StagedBook[], problems: readonly RowProblem[]): StagedRows => sql`
  select row_no, ${splitTexts(sql`joined`)} as cells,
    case when row_no = any(${problems.map(({ row }) => row)}::integer[]) then '[]'::jsonb end as problems
  from unnest(${givenColumns(rows)}) given (row_no, joined)
  offset 0`;

interface Plan extends PlannedBook {
  conflicts: RowConflict[];
}

interface ToPlan {
  staged: readonly StagedBook[];
  relation: StagedRows;
  update: boolean;
}

async function readPlans(db: Database, { staged, relation, update }: ToPlan): Promise<Plan[]> {
  // The cells are here already, except for the series or level that a row omits; reading them all again in one go is
  // slow.
  const [series, level] = [column('series'), column('level')];
  const planned = await planRows(db, relation, { update });
  const { rows } = await sql<Omit<Plan, 'cells'> & { series: string | null; level: string | null }>`
    select row_no, status, bidx, changed, conflicts,
      cells[${sql.lit(series + 1)}] as series, cells[${sql.lit(level + 1)}] as level
    from (${planned}) as planned order by row_no`.execute(db);
  return rows.map(({ series: seriesCell, level: levelCell, ...plan }) => {
    const { cells = [] } = staged[plan.row_no - 1] ?? {};
    return { ...plan, cells: cells.with(series, seriesCell).with(level, levelCell) };
  });
}

const columns = new Map(bookFields.map(({ name }, index) => [name, index]));
const column = (name: BookFieldName) => columns.get(name) ?? -1;

/** The rows that name a title that does not exist. */
function unknownTitles(plans: readonly StagedBook[], missing: readonly MissingTitle[]): RowProblem[] {
  const key = (...parts: (string | null | undefined)[]) => JSON.stringify(parts);
  const unknown = new Set(missing.map((one) => key(one.kind, one.title, one.series)));
  return plans.flatMap(({ row_no: row, cells }) =>
    (['series', 'level', 'category', 'age_group'] as const).flatMap((field) => {
      const title = cells[column(field)];
      const series = field === 'level' ? cells[column('series')] : null;
      if (!title || !unknown.has(key(field, title, series))) return [];
      return [{ row, field, key: 'book.row_unknown_title', values: { title } }];
    }),
  );
}

const conflictKeys: Partial<Record<RowConflict, keyof BookWords>> = {
  'bid.duplicate': 'book.row_duplicate',
  'isbn_print.duplicate': 'book.row_same_isbn',
  'isbn_spindle.duplicate': 'book.row_same_isbn',
  'bid.exists': 'book.row_exists',
  'isbn_print.taken': 'book.isbn_print_taken',
  'isbn_spindle.taken': 'book.isbn_spindle_taken',
};

/** The name of a conflict starts with its field; in a new book a required field may be missing. */
const conflictProblem = (row: number, conflict: RowConflict): RowProblem => ({
  row,
  field: findBookField(conflict.split('.')[0] ?? '')?.name ?? 'bid',
  key: conflictKeys[conflict] ?? 'book.row_required',
});

// As many as a person can work through; the message gives the number of rows.
const namedProblems = 1000;

function refusal(ctx: Context, problems: readonly RowProblem[]): RowsWritten {
  const t = ctx.translate<BookWords>();
  // One problem per field is enough.
  const first = new Map(problems.toReversed().map((problem) => [`${problem.row} ${problem.field}`, problem]));
  const rows = [...first.values()]
    .toSorted((a, b) => a.row - b.row || column(a.field) - column(b.field))
    .slice(0, namedProblems)
    .map(({ row, field, key, values }) => ({ row, field, message: ctx.text(key, values) }));
  const count = new Set(problems.map((problem) => problem.row)).size;
  return { success: false, error_msg: t('book.rows_refused', { count }), rows };
}

async function writePlanned(
  ctx: Context,
  plans: readonly PlannedBook[],
  missing: readonly MissingTitle[],
): Promise<RowsWritten> {
  const touched = plans.filter((plan) => plan.status !== 'unchanged');
  const unchanged = plans.length - touched.length;
  if (touched.length === 0) return { success: true, created: 0, updated: 0, unchanged };
  const planned = sql`
    select row_no, ${splitTexts(sql`joined`)} as cells, status, bidx, ${splitTexts(sql`names`)} as changed
    from unnest(
      ${givenColumns(touched)}, ${touched.map(({ status }) => status)}::text[],
      ${touched.map(({ bidx }) => bidx)}::integer[], ${touched.map(({ changed }) => joinTexts(changed))}::text[]
    ) given (row_no, joined, status, bidx, names)`;
  const act = await beginAct(ctx);
  await addMissingTitles(ctx, act, missing);
  // Changes first: a book may give up an ISBN that a new one takes.
  const has = (status: RowStatus) => touched.some((plan) => plan.status === status);
  const updated = has('changed') ? await updateChangedRows(ctx, act, planned) : 0;
  const created = has('new') ? await insertNewRows(ctx, act, planned) : 0;
  analyzeGrown(ctx, 'book', created);
  auditBookAct(ctx, act, 'imported', { created, updated, made: countByKind(missing) });
  return { success: true, created, updated, unchanged };
}

function countByKind(missing: readonly MissingTitle[]): Partial<Record<MissingTitle['kind'], number>> {
  const counts: Partial<Record<MissingTitle['kind'], number>> = {};
  for (const { kind } of missing) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
