import { columnName } from './column-name.rules.ts';

/** What people see in a sheet beside its cells. */
export interface SheetNotes {
  /** The numbers of hidden rows that are not empty. */
  hiddenRows: number[];
  /** From 0. */
  hiddenColumns: number[];
  merged: MergedCells[];
}

/** Cells that are shown as one: only the first of them has a text. Rows from 1, columns from 0. */
export interface MergedCells {
  row: number;
  column: number;
  lastRow: number;
  lastColumn: number;
}

// More than any sheet has, and little enough to keep.
const mostMerged = 20_000;

/** Collects the notes on a sheet while it is read. */
export class SheetNoter {
  readonly notes: SheetNotes = { hiddenRows: [], hiddenColumns: [], merged: [] };
  readonly #maxColumns: number;

  constructor(maxColumns: number) {
    this.#maxColumns = maxColumns;
  }

  get isEmpty(): boolean {
    return Object.values(this.notes).every(({ length }) => length === 0);
  }

  /** The columns of a `<col>`, from 1. */
  hideColumns(min: number, max: number): void {
    const last = Math.min(max, this.#maxColumns);
    for (let column = min; column <= last; column++) this.notes.hiddenColumns.push(column - 1);
  }

  /** A reference such as C2:C4. */
  merge(reference: string): void {
    const [, from = '', row, to = '', lastRow] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
    const [column, lastColumn] = [numberOf(from), Math.min(numberOf(to), this.#maxColumns - 1)];
    if (from === '' || column > lastColumn || this.notes.merged.length >= mostMerged) return;
    this.notes.merged.push({ row: Number(row), column, lastRow: Number(lastRow), lastColumn });
  }
}

const numberOf = (letters: string) =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The name of a cell, such as C2. */
export const cellName = (row: number, column: number): string => `${columnName(column)}${row}`;
