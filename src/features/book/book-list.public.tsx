/* Public interface for screens that list books as the library does. */

export { everyColumn } from './list/book-list-columns.rules.ts';
export { useBookColumns } from './list/use-book-columns.tsx';
export { useBookFilters } from './list/use-book-filters.tsx';
export { bookList } from './record/book-steps.rules.ts';
