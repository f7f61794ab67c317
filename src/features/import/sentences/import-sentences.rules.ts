/** The sheet staff of the cloud spreadsheet know; a file's first sheet is read where it has none of this name. */
export const sentenceSheet = 'Words and Sentences';

/** The columns of 'Words and Sentences', A to D. */
export const sentenceColumns = ['bid', 'word', 'sentence', 'mdr_targeted'] as const;
export type SentenceColumn = (typeof sentenceColumns)[number];

export const sentenceFilters = ['all', 'rejected', 'dropped'] as const;
export type SentenceFilter = (typeof sentenceFilters)[number];

/** Rows of one answer: the screen loads them as they are scrolled to. */
export const sentencePageSize = 200;

/** The most rows a sheet may have; as many as `POST /api/v1/sentence` takes. */
export const longestSheet = 50_000;

/**
 * The column of each field where a sheet's first row names them; undefined where it is a row like the others. A name that
 * is missing has column -1.
 */
export function headingOrder(cells: readonly string[]): number[] | undefined {
  const named = cells.map((cell) => cell.trim().toLowerCase());
  const order = sentenceColumns.map((column) => named.indexOf(column));
  return order.filter((column) => column >= 0).length >= 2 ? order : undefined;
}
