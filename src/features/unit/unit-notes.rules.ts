import { cellName, type MergedCells, type SheetNotes } from '#kernel/sheets/sheet-notes.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';

/** The rows that people see in the sheet. */
export const withoutHidden = (rows: readonly SheetRow[], { hiddenRows }: Pick<SheetNotes, 'hiddenRows'>): SheetRow[] =>
  rows.filter(({ row }) => !hiddenRows.includes(row));

/** The rows with the text of merged cells in each of them. */
export function withMergedFilled(rows: readonly SheetRow[], { merged }: Pick<SheetNotes, 'merged'>): SheetRow[] {
  const textOf = ({ row, column }: MergedCells) => rows.find((one) => one.row === row)?.cells[column] ?? '';
  const filled = rows.map(({ row, cells }) => ({ row, cells: [...cells] }));
  for (const range of merged) {
    const text = textOf(range);
    if (text === '') continue;
    for (const { row, cells } of filled) {
      if (row < range.row || row > range.lastRow) continue;
      for (let column = range.column; column <= range.lastColumn; column++) {
        while (cells.length < column) cells.push('');
        cells[column] ||= text;
      }
    }
  }
  return filled;
}

/** The merged cells by the names of their first and last, such as A2:A3. */
export const mergedNames = ({ merged }: Pick<SheetNotes, 'merged'>): string[] =>
  merged.map(({ row, column, lastRow, lastColumn }) => `${cellName(row, column)}:${cellName(lastRow, lastColumn)}`);
