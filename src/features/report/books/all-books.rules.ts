export const allBooksPath = '/report/all-books';

/** The columns for where books are used, which the library's list does not have. */
export const usedColumns = ['collections', 'roadmaps', 'registrations'] as const;
