import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import type { Database } from '#kernel/db/database.ts';
import { auditBookAct, insertActRows, nextBookAct } from './book-act.store.ts';
import { type RowProblem, type StagedBook, stageRows } from './book-bulk.rules.ts';
import { type BookFieldName, bookFields } from './book-fields.ts';
import type { BookRow, RowsWritten } from './book.contract.ts';
import type { BookWords } from './book.messages.ts';
import { addMissingTitles } from './rows/book-rows.made.ts';
import { findMissingTitles, type MissingTitle } from './rows/book-rows.missing.ts';
import { planRows, type RowConflict, type RowStatus } from './rows/book-rows.plan.ts';
import { insertNewRows, updateChangedRows } from './rows/book-rows.write.ts';

interface BulkChoices {
  /** Existing books change, instead of refusing their rows. */
  update: boolean;
  /** Unknown titles are made, instead of refusing their rows. */
  createMissing: boolean;
}

interface PlannedBook extends StagedBook {
  status: RowStatus;
  bidx: number | null;
  changed: string[];
}

/**
 * Writes many books at once, all of them or none: a handful of statements whatever their number, one audit row, one
 * change. Where a row is refused nothing is written, and the answer says what is wrong with which.
 */
export async function writeBooks(
  ctx: Context,
  books: readonly BookRow[],
  { update, createMissing }: BulkChoices,
): Promise<RowsWritten> {
  const current = update ? await lockPlaces(ctx.db, books) : new Map<string, Place>();
  const { staged, problems } = stageRows(books, current);
  const relation = stagedRelation(staged);
  const missing = await findMissingTitles(ctx, relation);
  const plans = await readPlans(ctx.db, staged, update);
  const refused = [
    ...problems,
    ...(createMissing ? [] : unknownTitles(staged, missing)),
    ...plans.flatMap((plan) => plan.conflicts.map((conflict) => conflictProblem(plan.row_no, conflict))),
  ];
  if (refused.length > 0) return refusal(ctx, refused);
  await addMissingTitles(ctx, missing);
  return writePlanned(ctx, plans, missing);
}

interface Place {
  bid: string;
  series: string;
  level: string;
}

/** Where the existing books among the rows stand, held until the transaction ends. */
async function lockPlaces(db: Database, books: readonly BookRow[]): Promise<Map<string, Place>> {
  const bids = books.map((book) => String(book.bid ?? '').trim());
  const rows = await db
    .selectFrom('book as b')
    .innerJoin('series as s', 's.ser_idx', 'b.ser_idx')
    .innerJoin('level as l', 'l.lev_idx', 'b.lev_idx')
    .select(['b.bid', 's.title as series', 'l.title as level'])
    .where(sql<boolean>`b.bid = any(${bids})`)
    .orderBy('b.bidx')
    .forUpdate('b')
    .execute();
  return new Map(rows.map((row) => [row.bid, row]));
}

const stagedRelation = (rows: readonly StagedBook[]) => sql`
  select row_no, cells, null::jsonb as problems
  from json_to_recordset(${JSON.stringify(rows)}::json) as given (row_no integer, cells text[])`;

interface Plan extends PlannedBook {
  conflicts: RowConflict[];
}

async function readPlans(db: Database, staged: readonly StagedBook[], update: boolean): Promise<Plan[]> {
  const { rows } = await sql<
    Omit<Plan, 'cells'>
  >`${planRows(stagedRelation(staged), { update })} order by row_no`.execute(db);
  return rows.map((plan) => ({ ...plan, cells: staged[plan.row_no - 1]?.cells ?? [] }));
}

const column = (name: BookFieldName) => bookFields.findIndex((field) => field.name === name);

/** The rows that name a title nobody has. */
function unknownTitles(staged: readonly StagedBook[], missing: readonly MissingTitle[]): RowProblem[] {
  const key = (...parts: (string | null | undefined)[]) => JSON.stringify(parts);
  const unknown = new Set(missing.map((one) => key(one.kind, one.title, one.series)));
  return staged.flatMap(({ row_no: row, cells }) =>
    (['series', 'level', 'category', 'age_group'] as const).flatMap((field) => {
      const title = cells[column(field)];
      const series = field === 'level' ? cells[column('series')] : null;
      if (!title || !unknown.has(key(field, title, series))) return [];
      return [{ row, field, key: 'book.row_unknown_title', values: { title } }];
    }),
  );
}

const conflictMeanings: Record<RowConflict, { field: BookFieldName; key: keyof BookWords }> = {
  'bid.duplicate': { field: 'bid', key: 'book.row_duplicate' },
  'isbn_print.duplicate': { field: 'isbn_print', key: 'book.row_duplicate' },
  'isbn_spindle.duplicate': { field: 'isbn_spindle', key: 'book.row_duplicate' },
  'bid.exists': { field: 'bid', key: 'book.row_exists' },
  'isbn_print.taken': { field: 'isbn_print', key: 'book.isbn_print_taken' },
  'isbn_spindle.taken': { field: 'isbn_spindle', key: 'book.isbn_spindle_taken' },
};

const conflictProblem = (row: number, conflict: RowConflict): RowProblem => ({ row, ...conflictMeanings[conflict] });

// As many as somebody can work through; the message tells how many rows there are.
const namedProblems = 1000;

function refusal(ctx: Context, problems: readonly RowProblem[]): RowsWritten {
  const t = ctx.translate<BookWords>();
  // One fault of a field is enough to go on with.
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
    select row_no, cells, status, bidx, changed from json_to_recordset(${JSON.stringify(touched)}::json)
    as given (row_no integer, cells text[], status text, bidx integer, changed text[])`;
  const act = await nextBookAct(ctx.db);
  // Changes first: a book may give up an ISBN that a new one takes.
  const updated = await updateChangedRows(ctx, planned, (done) => insertActRows(act, done));
  const created = await insertNewRows(ctx, planned, (done) => insertActRows(act, done));
  auditBookAct(ctx, act, 'imported', { created, updated, made: countByKind(missing) });
  return { success: true, created, updated, unchanged };
}

function countByKind(missing: readonly MissingTitle[]): Partial<Record<MissingTitle['kind'], number>> {
  const counts: Partial<Record<MissingTitle['kind'], number>> = {};
  for (const { kind } of missing) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
