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
