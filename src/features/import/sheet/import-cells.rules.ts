import { type BookField, type BookTexts, bookFields, checkCell, warningsOf } from '#features/book/book-rows.public.ts';
import { cutText } from '#kernel/cut-text.rules.ts';

/** A fault of one cell: the field it is in, a message key and the values of the message. */
export interface CellProblem {
  field: string;
  key: string;
  values?: Record<string, string | number>;
}

/** One row as it is staged: cells in the sheet's order, what is wrong with them, and what is worth a second look. */
export interface StagedRow {
  cells: (string | null)[];
  problems: CellProblem[];
  warnings: CellProblem[];
}

/** Characters that no text of ours holds; a stray one in a cell is shown and refused, never stored. */
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

// What warnings are about: an object of all cells would cost as much as checking them.
const warnedFields: BookTexts = { isbn_print: '', isbn_spindle: '', level_type: '', lexile: '', cefr_level: '' };
const isWarned = bookFields.map(({ name }) => name in warnedFields);

// What an empty cell comes to, by column; undefined where it is a fault. Most cells of a sheet are empty.
const emptyCells = bookFields.map((field) => {
  const cell = checkCell(field, '');
  return 'value' in cell ? cell.value : undefined;
});

/**
 * Checks one row of a sheet. Cells come out trimmed and in canonical form where they fit, and as they were where they
 * do not. Null is a cell cleared on purpose, which a required field does not allow.
 */
export function checkRow(given: readonly (string | null | undefined)[]): StagedRow {
  const cells: (string | null)[] = [];
  const problems: CellProblem[] = [];
  const looked: BookTexts = { ...warnedFields };
  for (let index = 0; index < bookFields.length; index++) {
    const field = bookFields[index];
    if (!field) continue;
    const text = given[index];
    const empty = text === '' || text === undefined ? emptyCells[index] : undefined;
    const cell = empty === undefined ? stagedCell(field, text, problems) : empty;
    cells.push(cell);
    if (isWarned[index] && cell !== '') looked[field.name] = cell;
  }
  return { cells, problems, warnings: warningsOf(looked) };
}

/** The cell as it is staged; what is wrong with it is added to `problems`. */
function stagedCell(field: BookField, given: string | null | undefined, problems: CellProblem[]): string | null {
  const cell = checkCell(field, given);
  if ('value' in cell) return cell.value;
  problems.push({ field: field.name, key: cell.problem, ...(cell.values && { values: cell.values }) });
  // What is too long stays too long, and takes no more room than that.
  return cutText((given ?? '').trim(), field.max).replace(unprintable, '\ufffd');
}
