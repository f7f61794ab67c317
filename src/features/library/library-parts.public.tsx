export { everyColumn } from './list/book-list-columns.rules.ts';
export { ImportLink } from './list/import-link.tsx';
export { useBookColumns } from './list/use-book-columns.tsx';
export { useBookFilters } from './list/use-book-filters.tsx';
export { usePublishing } from './publish/use-publishing.ts';
