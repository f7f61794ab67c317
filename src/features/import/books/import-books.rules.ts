/** Which books of an import a table shows: all, or those whose files are wanting or wrong. */
export const bookFilters = ['all', 'no_cover', 'no_preview', 'no_audio', 'invalid'] as const;
export type BookFilter = (typeof bookFilters)[number];
