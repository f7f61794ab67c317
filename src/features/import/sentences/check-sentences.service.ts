import { readRows } from '#features/book/book-files.public.ts';
import type { Context } from '#kernel/context.ts';
import { cutText } from '#kernel/cut-text.rules.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import { findLoadedBooks } from '../books/import-books.store.ts';
import { importMessages } from '../import.messages.ts';
import { headingOrder, longestSheet, type SentenceColumn, sentenceColumns } from './import-sentences.rules.ts';

/** What is wrong with one cell: a message key and its values. */
export interface RowProblem {
  field: SentenceColumn;
  key: string;
  values?: Record<string, number | string>;
}

/** A row with its four cells: in canonical form where nothing is wrong with it, as they were otherwise. */
export interface CheckedRow {
  row_no: number;
  cells: string[];
  problems: RowProblem[];
}

/** Reads all rows of a sheet: its four columns in order, whatever order a heading gives them. */
export async function readSentenceSheet(
  batches: AsyncIterable<SheetRow[]>,
): Promise<Pick<CheckedRow, 'row_no' | 'cells'>[]> {
  const rows: Pick<CheckedRow, 'row_no' | 'cells'>[] = [];
  let order: readonly number[] = sentenceColumns.map((_, index) => index);
  for await (const batch of batches) {
    for (const { row, cells } of batch) {
      const heading = rows.length === 0 ? headingOrder(cells) : undefined;
      if (heading) {
        order = requireColumns(heading);
        continue;
      }
      const four = order.map((column) => cells[column] ?? '');
      if (four.some((cell) => cell.trim() !== '')) rows.push({ row_no: row, cells: four });
    }
    if (rows.length > longestSheet)
      throw importMessages.error(422, 'import.sentences_too_many', { limit: longestSheet });
  }
  if (rows.length === 0) throw importMessages.error(422, 'import.no_data');
  return rows;
}

function requireColumns(order: readonly number[]): readonly number[] {
  const missing = sentenceColumns.filter((_, index) => order[index] === -1);
  if (missing.length > 0) throw importMessages.error(422, 'import.columns_missing', { names: missing.join(', ') });
  return order;
}

// Here the books are those of the import, not all of the library.
const ownKeys: Record<string, string> = {
  'book.sentence_no_book': 'import.sentence_no_book',
};

// Longer than any of the four may be: what is too long stays too long, and takes no more room than that. Characters.
const longestCell = 1000;

/** Checks rows against the books of the import. */
export async function checkSentences(
  ctx: Context,
  importIdx: number,
  sheet: readonly Pick<CheckedRow, 'row_no' | 'cells'>[],
): Promise<CheckedRow[]> {
  const rows = sheet.map(({ row_no, cells }) => ({ row_no, cells: cells.map((text) => cutText(text, longestCell)) }));
  const given = rows.map(({ cells: [bid, word, sentence, mdr_targeted] }) => ({ bid, word, sentence, mdr_targeted }));
  const bids = [...new Set(given.map(({ bid }) => (bid ?? '').trim()))];
  const { sentences, problems } = readRows(given, await findLoadedBooks(ctx.db, importIdx, bids));
  const byRow = Map.groupBy(problems, ({ row }) => row - 1);
  return rows.map(({ row_no, cells }, index) => {
    const read = sentences[index];
    const wrong = (byRow.get(index) ?? []).map(
      ({ field, key, values }): RowProblem => ({ field, key: ownKeys[key] ?? key, ...(values && { values }) }),
    );
    const canonical = read && wrong.length === 0;
    const bid = cells[0]?.trim() ?? '';
    return {
      row_no,
      cells: canonical ? [bid, read.word, read.sentence, read.mdr_targeted] : cells,
      problems: wrong,
    };
  });
}
