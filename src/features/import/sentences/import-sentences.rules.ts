/** The sheet's name in the cloud spreadsheet; if a file has no sheet of this name, its first sheet is read. */
export const sentenceSheet = 'Words and Sentences';

/** The columns of 'Words and Sentences', A to D. */
export const sentenceColumns = ['bid', 'word', 'sentence', 'mdr_targeted'] as const;
export type SentenceColumn = (typeof sentenceColumns)[number];

export const sentenceFilters = ['all', 'rejected', 'dropped'] as const;
export type SentenceFilter = (typeof sentenceFilters)[number];

/** Rows per response: the screen loads them as it scrolls. */
export const sentencePageSize = 200;

/** The maximum number of rows of a sheet; the same as for `POST /api/v1/sentence`. */
export const longestSheet = 50_000;
