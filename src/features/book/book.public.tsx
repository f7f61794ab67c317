export { usePublishing } from './bulk/use-publishing.ts';
export { everyColumn } from './list/book-list-columns.rules.ts';
export { useBookColumns } from './list/use-book-columns.tsx';
export { useBookFilters } from './list/use-book-filters.tsx';
export { BookCover } from './record/book-cover.tsx';
export { bookList } from './record/book-steps.rules.ts';
