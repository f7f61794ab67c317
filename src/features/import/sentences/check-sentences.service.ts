import { bidOf, bidsOf, readRows } from '#features/word/sentence-rows.public.ts';
import { columnOrder, headRows, type SheetColumns, storedHead } from '#kernel/sheets/sheet-columns.rules.ts';
import { withHead } from '#kernel/sheets/sheet-head.ts';
import type { SheetNotes } from '#kernel/sheets/sheet-notes.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import { cutText } from '#kernel/text/cut-text.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { importMessages } from '../import.messages.ts';
import { findLoadedBooks } from '../record/import-books.store.ts';
import { notesOn, type StoredNotes } from '../rules/sheet-notes.rules.ts';
import { longestSheet, type SentenceColumn, sentenceColumns } from './import-sentences.rules.ts';
import { ownColumns, sentenceFields } from './sentence-columns.rules.ts';

/** The problem of one cell: a message key and its values. */
export interface RowProblem {
  field: SentenceColumn;
  key: string;
  values?: Record<string, number | string>;
}

/** A row with its four cells: normalized if it has no problems, otherwise as given. */
export interface CheckedRow {
  row_no: number;
  cells: string[];
  problems: RowProblem[];
}

/**
 * The rows of a sheet: its four columns in order or, together with its first rows, all columns if they are not matched
 * yet.
 */
export interface ReadSheet {
  rows: Pick<CheckedRow, 'row_no' | 'cells'>[];
  head: SheetRow[] | null;
  /** What is hidden or merged in it. */
  notes: StoredNotes | null;
  /** What is hidden or merged in a sheet whose columns are not matched yet. */
  unmatched: SheetNotes | null;
}

/** Reads all rows of a sheet, in our layout or another. */
export const readSentenceSheet = (
  batches: AsyncIterable<SheetRow[]>,
  notes: () => SheetNotes | null,
): Promise<ReadSheet> => withHead(batches, headRows, (head, all) => readSentenceHead(head, all, notes));

/** Reads the rest of a sheet whose first rows were read; `all` has them again. */
export async function readSentenceHead(
  head: readonly SheetRow[],
  all: AsyncIterable<SheetRow[]>,
  notes: () => SheetNotes | null,
): Promise<ReadSheet> {
  const columns = ownColumns(head);
  const rows = await readSentenceRows(all, columns);
  return columns
    ? { rows, head: null, notes: sentenceNotes(notes(), columns), unmatched: null }
    : { rows, head: storedHead(head), notes: null, unmatched: notes() };
}

/** The notes on a sheet with known columns. */
export const sentenceNotes = (notes: SheetNotes | null, columns: SheetColumns): StoredNotes | null =>
  notesOn(notes, columns, sentenceColumns, []);

/** Reads all rows of a sheet: the four columns in our order, or all columns if it is not known which is which. */
export async function readSentenceRows(
  batches: AsyncIterable<SheetRow[]>,
  columns: SheetColumns | undefined,
): Promise<ReadSheet['rows']> {
  const rows: ReadSheet['rows'] = [];
  for await (const batch of batches) {
    for (const { row, cells } of batch) {
      if (row <= (columns?.heading_row ?? 0)) continue;
      const picked = columns ? pickCells(cells, columns) : cells.map((cell) => cutText(cell, longestCell));
      if (picked.some((cell) => cell.trim() !== '')) rows.push({ row_no: row, cells: picked });
    }
    if (rows.length > longestSheet)
      throw importMessages.error(422, 'import.sentences_too_many', { limit: longestSheet });
  }
  if (rows.length === 0) throw importMessages.error(422, 'import.no_data');
  return rows;
}

/** The four cells of a row, in our order. */
export const pickCells = (cells: readonly string[], { fields }: SheetColumns): string[] =>
  columnOrder(sentenceFields, fields).map((column) => cells[column] ?? '');

// Here the books are those of the import, not of the whole library.
const ownKeys: Record<string, string> = {
  'book.sentence_no_book': 'import.sentence_no_book',
};

// Longer than any of the four may be: text that is too long stays so, but takes no more space than this. Characters.
const longestCell = 1000;

/** Checks rows against the books of the import. */
export async function checkSentences(
  ctx: Context,
  importIdx: number,
  sheet: readonly Pick<CheckedRow, 'row_no' | 'cells'>[],
): Promise<CheckedRow[]> {
  const rows = sheet.map(({ row_no, cells }) => ({ row_no, cells: cells.map((text) => cutText(text, longestCell)) }));
  const given = rows.map(({ cells: [bid, word, sentence, mdr_targeted] }) => ({ bid, word, sentence, mdr_targeted }));
  const { sentences, problems } = readRows(given, await findLoadedBooks(ctx.db, importIdx, bidsOf(given)));
  const byRow = Map.groupBy(problems, ({ row }) => row - 1);
  return rows.map(({ row_no, cells }, index) => {
    const read = sentences[index];
    const wrong = (byRow.get(index) ?? []).map(
      ({ field, key, values }): RowProblem => ({ field, key: ownKeys[key] ?? key, ...(values && { values }) }),
    );
    const canonical = read && wrong.length === 0;
    const bid = bidOf(cells[0]);
    return {
      row_no,
      cells: canonical ? [bid, read.word, read.sentence, read.mdr_targeted] : cells,
      problems: wrong,
    };
  });
}
