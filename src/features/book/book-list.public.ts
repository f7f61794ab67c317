/* Public interface for reports that list books as the library does: the same filters, order and cells. */

export { BookFilterQuery, BookLine, BookListQuery } from './book.contract.ts';
export { selectCells } from './list/book-cells.read.ts';
export { orderedKeys } from './list/book-export.read.ts';
export type { BookFilter } from './list/book-filter.rules.ts';
export { type BookFilterChoices, readFilter } from './list/book-filters.read.ts';
export { type BookListRow, countMatches, listBooks } from './list/book-list.read.ts';
export { everyColumn } from './list/book-list-columns.rules.ts';
export type { BookOrder } from './list/book-order.read.ts';
