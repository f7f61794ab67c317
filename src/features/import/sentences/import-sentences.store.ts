import { sql } from 'kysely';
import { copyArray, copyCell, copyInto } from '#kernel/db/copy.ts';
import type { Database } from '#kernel/db/database.ts';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import type { SheetNotes } from '#kernel/sheets/sheet-notes.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { StoredNotes } from '../rules/sheet-notes.rules.ts';
import type { CheckedRow, ReadSheet, RowProblem } from './check-sentences.service.ts';
import type { SheetState } from './import-sentences.contract.ts';
import { type SentenceFilter, sentencePageSize } from './import-sentences.rules.ts';

/** The number of rows in total, rejected, excluded, and already in the library. */
type SheetCounts = SheetState['counts'];

export interface SheetRecord {
  file_name: string;
  counts: SheetCounts;
  applied_by: string | null;
  applied_at: number;
  written: { words: number; sentences: number; skipped: number } | null;
  /** Its first rows, until its columns are matched. */
  head: SheetRow[] | null;
  sheet_notes: { notes: StoredNotes | null; unmatched: SheetNotes | null } | null;
}

const record = (db: Database, importIdx: number) =>
  db
    .selectFrom('import_sentence_sheet')
    .select(['file_name', 'counts', 'applied_by', 'written', 'head', 'sheet_notes'])
    .select(secondsOrZero('applied_at').as('applied_at'))
    .where('import_idx', '=', importIdx)
    .$castTo<SheetRecord>();

export const findSheet = (db: Database, importIdx: number): Promise<SheetRecord | undefined> =>
  record(db, importIdx).executeTakeFirst();

/** Replaces the previous sheet. */
export async function replaceSheet(
  db: Database,
  importIdx: number,
  { fileName, rows, head, ...notes }: { fileName: string; rows: readonly CheckedRow[] } & Omit<ReadSheet, 'rows'>,
): Promise<void> {
  await deleteSheet(db, importIdx);
  await db
    .insertInto('import_sentence_sheet')
    .values({
      import_idx: importIdx,
      file_name: fileName,
      head: head && JSON.stringify(head),
      sheet_notes: JSON.stringify(notes),
    })
    .execute();
  await copyInto(db, 'import_sentence (import_idx, row_no, cells, problems)', linesOf(importIdx, rows));
}

// A few hundred kilobytes per batch.
const rowsOfPiece = 2000;

async function* linesOf(importIdx: number, rows: readonly CheckedRow[]): AsyncGenerator<string> {
  for (let start = 0; start < rows.length; start += rowsOfPiece) {
    let piece = '';
    for (const { row_no, cells, problems } of rows.slice(start, start + rowsOfPiece)) {
      const wrong = problems.length === 0 ? '\\N' : copyCell(JSON.stringify(problems));
      piece += `${importIdx}\t${row_no}\t${copyArray(cells)}\t${wrong}\n`;
    }
    yield piece;
  }
}

export async function deleteSheet(db: Database, importIdx: number): Promise<void> {
  await db.deleteFrom('import_sentence').where('import_idx', '=', importIdx).execute();
  await db.deleteFrom('import_sentence_sheet').where('import_idx', '=', importIdx).execute();
}

/** Whether the word of this book has this sentence already. */
const known = sql<boolean>`exists (
  select 1 from book b join word w using (bidx) join sentence s using (word_idx)
  where b.bid = r.cells[1] and w.word = r.cells[2] and s.sentence = r.cells[3])`;

/** Counts the rows again and stores the counts with the sheet. */
export async function recount(db: Database, importIdx: number): Promise<SheetCounts> {
  const { rows } = await sql<SheetCounts>`
    select count(*)::integer as all,
      count(*) filter (where problems is not null and not dropped)::integer as rejected,
      count(*) filter (where dropped)::integer as dropped,
      count(*) filter (where problems is null and not dropped and ${known})::integer as known
    from import_sentence r where import_idx = ${importIdx}`.execute(db);
  const counts = rows[0] ?? { all: 0, rejected: 0, dropped: 0, known: 0 };
  await db
    .updateTable('import_sentence_sheet')
    .set({ counts: JSON.stringify(counts) })
    .where('import_idx', '=', importIdx)
    .execute();
  return counts;
}

/** A staged row. */
interface StagedSentence {
  row_no: number;
  cells: string[];
  problems: RowProblem[] | null;
  dropped: boolean;
}

const conditions: Record<SentenceFilter, ReturnType<typeof sql<boolean>>> = {
  all: sql<boolean>`true`,
  rejected: sql<boolean>`problems is not null and not dropped`,
  dropped: sql<boolean>`dropped`,
};

export async function listRows(
  db: Database,
  importIdx: number,
  filter: SentenceFilter,
  page: number,
): Promise<(StagedSentence & { known: boolean })[]> {
  return db
    .selectFrom('import_sentence as r')
    .select(['row_no', 'cells', 'problems', 'dropped'])
    .select(known.as('known'))
    .where('import_idx', '=', importIdx)
    .where(conditions[filter])
    .orderBy('row_no')
    .limit(sentencePageSize)
    .offset((page - 1) * sentencePageSize)
    .$castTo<StagedSentence & { known: boolean }>()
    .execute();
}

/** The rejected rows after this row, in the sheet's order. */
export function listRejected(
  db: Database,
  importIdx: number,
  { after, limit }: { after: number; limit: number },
): Promise<Pick<StagedSentence, 'row_no' | 'cells' | 'problems'>[]> {
  return db
    .selectFrom('import_sentence')
    .select(['row_no', 'cells', 'problems'])
    .where('import_idx', '=', importIdx)
    .where(conditions.rejected)
    .where('row_no', '>', after)
    .orderBy('row_no')
    .limit(limit)
    .$castTo<Pick<StagedSentence, 'row_no' | 'cells' | 'problems'>>()
    .execute();
}

/** The rows to be written, in the sheet's order. */
export function listWanted(db: Database, importIdx: number): Promise<Pick<StagedSentence, 'row_no' | 'cells'>[]> {
  return db
    .selectFrom('import_sentence')
    .select(['row_no', 'cells'])
    .where('import_idx', '=', importIdx)
    .where('dropped', '=', false)
    .orderBy('row_no')
    .execute();
}

export function findRow(db: Database, importIdx: number, rowNo: number): Promise<{ cells: string[] } | undefined> {
  return db
    .selectFrom('import_sentence')
    .select('cells')
    .where('import_idx', '=', importIdx)
    .where('row_no', '=', rowNo)
    .executeTakeFirst();
}

/** Replaces the cells and the problems of rows. */
export async function updateRows(db: Database, importIdx: number, rows: readonly CheckedRow[]): Promise<void> {
  const given = rows.map(({ row_no, cells, problems }) => ({
    row_no,
    cells,
    problems: problems.length === 0 ? null : problems,
  }));
  await sql`
    update import_sentence r set cells = given.cells, problems = nullif(given.problems, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (row_no integer, cells text[], problems jsonb)
    where r.import_idx = ${importIdx} and r.row_no = given.row_no`.execute(db);
}

/** Excludes rows, or includes them again; returns how many were changed. */
export async function setDropped(
  db: Database,
  importIdx: number,
  rows: readonly number[] | 'rejected' | 'hidden',
  dropped: boolean,
): Promise<number> {
  const hidden = sql`
    select (jsonb_array_elements(i.sheet_notes -> 'notes' -> 'hidden_rows'))::integer
    from import_sentence_sheet i where i.import_idx = ${importIdx}`;
  const which =
    rows === 'rejected'
      ? sql`problems is not null`
      : rows === 'hidden'
        ? sql`row_no in (${hidden})`
        : sql`row_no = any(${rows}::integer[])`;
  const result = await sql`
    update import_sentence set dropped = ${dropped}
    where import_idx = ${importIdx} and dropped <> ${dropped} and ${which}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

export async function setApplied(
  ctx: Context,
  importIdx: number,
  written: NonNullable<SheetRecord['written']>,
): Promise<void> {
  await ctx.db
    .updateTable('import_sentence_sheet')
    .set({
      applied_by: actorName(ctx.actor),
      applied_at: ctx.now.toISOString(),
      written: JSON.stringify(written),
    })
    .where('import_idx', '=', importIdx)
    .execute();
}
