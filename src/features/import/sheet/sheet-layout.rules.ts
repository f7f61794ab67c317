import { type BookField, bookFields, checkCell, findBookField } from '#features/book/book-fields.public.ts';
import { bookSheetFields } from '#features/book/book-sheet.public.ts';
import type { AppError } from '#kernel/messages/errors.ts';
import {
  columnOrder,
  countGuessed,
  foldHeading,
  guessColumns,
  guessFields,
  type KnownHeadings,
  missingFields,
  type SheetColumns,
} from '#kernel/sheets/sheet-columns.rules.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import { importMessages } from '../import.messages.ts';

/** How the rows of a sheet are read as books. */
export interface SheetLayout {
  columns: SheetColumns;
  /** Unknown headings: those columns are ignored. */
  unknown: string[];
  /** Columns that a new book needs and the heading lacks. */
  lacking: string[];
}

// How much of an unknown heading is kept. Characters.
const longestName = 100;

/**
 * The layout of a sheet of ours: its heading names our columns in any order, or its first row is a book in the order of
 * our columns. Undefined for any other, whose columns somebody has to match. Throws if our heading lacks the bid, which
 * every row needs.
 */
export function ownLayout(head: readonly SheetRow[]): SheetLayout | undefined {
  const [first] = head;
  if (!first) return undefined;
  if (isHeading(first.cells)) return headingLayout(first);
  if (countGuessed(guessFields(first.cells, bookSheetFields)) > 1 || !isBook(first.cells)) return undefined;
  return { columns: { heading_row: 0, fields: inOrder }, unknown: [], lacking: [] };
}

const inOrder = bookFields.map(({ name }) => name);
const ownNames = bookSheetFields.map((field) => ({ ...field, also: [] }));
const folded = new Set(inOrder.map(foldHeading));
// The last column of the downloaded rejected rows: nobody has to remove it again.
const reasons = new Set(Object.values(importMessages.catalogues).map((texts) => texts['import.reason'] ?? ''));

/** Whether a first row names our columns: at least half of its cells do. */
function isHeading(cells: readonly string[]): boolean {
  const hits = cells.filter((cell) => folded.has(foldHeading(cell))).length;
  return hits > 0 && hits * 2 >= cells.filter((cell) => cell.trim() !== '').length;
}

function headingLayout({ row, cells }: SheetRow): SheetLayout {
  const fields = guessFields(cells, ownNames);
  const lacking = missingFields(ownNames, fields);
  if (lacking.includes('bid')) throw columnsMissing(lacking);
  const unknown = cells
    .map((cell) => cell.trim())
    .filter((name) => name !== '' && !folded.has(foldHeading(name)) && !reasons.has(name));
  return {
    columns: { heading_row: row, fields },
    unknown: [...new Set(unknown.map((name) => name.slice(0, longestName).toWellFormed()))],
    lacking,
  };
}

export const columnsMissing = (names: readonly string[]): AppError =>
  importMessages.error(422, 'import.columns_missing', { names: names.join(', ') });

/** Whether a row looks like a book in the order of our columns: a bid with a number in it, or an ISBN where ours are. */
function isBook(cells: readonly string[]): boolean {
  const fits = (name: BookField['name'], form: RegExp) => {
    const field = findBookField(name);
    const cell = field && checkCell(field, cells[inOrder.indexOf(name)]);
    return Boolean(cell && 'value' in cell && cell.value && form.test(cell.value));
  };
  return fits('bid', /\d/) || fits('isbn_print', /^[\dX]{10,13}$/) || fits('isbn_spindle', /^[\dX]{10,13}$/);
}

/** The guessed columns of a sheet in another layout. Their place says nothing: an unknown heading is left out. */
export const guessBookColumns = (head: readonly SheetRow[], known: KnownHeadings): SheetColumns =>
  guessColumns(head, bookSheetFields, known);

/** The column of each field, for reading rows; undefined if they are already in order. */
export function rowOrder({ fields }: SheetColumns): number[] | undefined {
  const order = columnOrder(bookSheetFields, fields);
  // If the columns are already in order, rows need no reordering.
  return order.every((column, index) => column === index) ? undefined : order;
}
