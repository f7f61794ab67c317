import type { SheetValue } from '#kernel/sheets/xlsx-write.ts';

// How many rows are written at a time.
const part = 1000;

/** Converts rows that are all in memory to the cells of an export. */
export async function* inParts<Row>(
  rows: readonly Row[],
  cells: (row: Row) => readonly SheetValue[],
): AsyncGenerator<(readonly SheetValue[])[]> {
  for (let from = 0; from < rows.length; from += part) yield rows.slice(from, from + part).map(cells);
}
