import { columnName } from '#kernel/sheets/column-name.rules.ts';
import type { SheetColumns } from '#kernel/sheets/sheet-columns.rules.ts';
import { cellName, type SheetNotes } from '#kernel/sheets/sheet-notes.ts';

/** Cells that are merged with another: in these rows, the field at `target` shows the text at `source` of `row`. From 1. */
interface MergedField {
  /** The name of the cell that has the text, such as C2. */
  cell: string;
  /** The letters of the column that is empty. */
  letter: string;
  row: number;
  source: number;
  target: number;
  from: number;
  to: number;
}

/** What is stored of a sheet beside its cells. */
export interface StoredNotes {
  hidden_rows: number[];
  /** Their letters. */
  hidden_columns: string[];
  /** Rows that are empty in every known column. */
  ignored_rows: number[];
  merged: MergedField[];
}

/** The notes that concern the rows and fields of a sheet; null if there are none. `fields` is the order of stored cells. */
export function notesOn(
  notes: SheetNotes | null,
  { heading_row, fields: columns }: SheetColumns,
  fields: readonly string[],
  ignored: readonly number[],
): StoredNotes | null {
  const skipped = new Set(ignored);
  const stored = {
    hidden_rows: notes?.hiddenRows.filter((row) => row > heading_row && !skipped.has(row)) ?? [],
    hidden_columns: notes?.hiddenColumns.filter((column) => columns[column]).map(columnName) ?? [],
    ignored_rows: [...ignored],
    merged: (notes?.merged ?? []).flatMap(({ row, column, lastRow, lastColumn }) => {
      const source = fields.indexOf(columns[column] ?? '') + 1;
      if (source === 0 || row <= heading_row) return [];
      return Array.from({ length: lastColumn - column + 1 }, (_, index) => column + index).flatMap((one) => {
        const target = fields.indexOf(columns[one] ?? '') + 1;
        const from = one === column ? row + 1 : row;
        const at = { cell: cellName(row, column), letter: columnName(one) };
        return target === 0 || from > lastRow ? [] : [{ ...at, row, source, target, from, to: lastRow }];
      });
    }),
  };
  return Object.values(stored).every(({ length }) => length === 0) ? null : stored;
}
