export const allBooksPath = '/report/all-books';

/** Where books are used: the columns of the report that the library's list has not. */
export const usedColumns = ['collections', 'roadmaps', 'registrations'] as const;
