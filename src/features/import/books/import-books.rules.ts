/** The filters of an import's books: all, or those with missing or invalid files. */
export const bookFilters = ['all', 'no_cover', 'no_preview', 'no_audio', 'invalid'] as const;
export type BookFilter = (typeof bookFilters)[number];
