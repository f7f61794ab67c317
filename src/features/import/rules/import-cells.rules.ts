import {
  type BookField,
  type BookTexts,
  bookFields,
  checkCell,
  warningsOf,
} from '#features/book/book-fields.public.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import { cutText } from '#kernel/text/cut-text.rules.ts';

/** The problem of one cell: its field, a message key and the values of the message. */
export interface CellProblem {
  field: string;
  key: string;
  values?: Record<string, string | number>;
}

/** A staged row: cells in the sheet's order, their problems, and warnings. */
export interface StagedRow {
  cells: (string | null)[];
  problems: CellProblem[];
  warnings: CellProblem[];
}

/** A row of a file that says more than a sheet. */
export interface ImportedRow extends SheetRow {
  /** Not to be written unless somebody includes it. */
  leftOut?: boolean;
  /** Fields whose cells the file does not have; they are for new books, which need them. */
  assumed?: string[];
  warnings?: CellProblem[];
  /** What else it says of the book; kept with the row as its reader wrote it. */
  details?: string;
  /** What is counted of the import's rows under this name. */
  counted?: string[];
}

/** Characters that may not occur in any text; a stray one in a cell is shown and rejected, never stored. */
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

// The fields that warnings depend on: an object of all cells would cost as much as checking them.
const warnedFields: BookTexts = { isbn_print: '', isbn_spindle: '', level_type: '', lexile: '', cefr_level: '' };
const isWarned = bookFields.map(({ name }) => name in warnedFields);

// The value of an empty cell, by column; undefined if it is invalid. Most cells of a sheet are empty.
const emptyCells = bookFields.map((field) => {
  const cell = checkCell(field, '');
  return 'value' in cell ? cell.value : undefined;
});

/**
 * Checks one row of a sheet. Valid cells come out trimmed and normalized, invalid ones as given. Null means a cell
 * cleared on purpose, which a required field does not allow.
 */
export function checkRow(given: readonly (string | null | undefined)[]): StagedRow {
  const cells: (string | null)[] = [];
  const problems: CellProblem[] = [];
  const checked: BookTexts = { ...warnedFields };
  for (let index = 0; index < bookFields.length; index++) {
    const field = bookFields[index];
    if (!field) continue;
    const text = given[index];
    const empty = text === '' || text === undefined ? emptyCells[index] : undefined;
    const cell = empty === undefined ? stagedCell(field, text, problems) : empty;
    cells.push(cell);
    if (isWarned[index] && cell !== '') checked[field.name] = cell;
  }
  return { cells, problems, warnings: warningsOf(checked) };
}

/** The cell as it is staged; its problem is added to `problems`. */
function stagedCell(field: BookField, given: string | null | undefined, problems: CellProblem[]): string | null {
  const cell = checkCell(field, given);
  if ('value' in cell) return cell.value;
  problems.push({ field: field.name, key: cell.problem, ...(cell.values && { values: cell.values }) });
  // Text that is too long stays so, but takes no more space than that.
  return cutText((given ?? '').trim(), field.max).replace(unprintable, '\ufffd');
}
