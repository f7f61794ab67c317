export { type BookFilterChoices, findFilterChoices, narrowFilter } from './find/book-filters.read.ts';
export { selectCells } from './list/book-cells.read.ts';
export { fieldValue, orderedKeys } from './list/book-export.read.ts';
export { type BookListRow, countedKinds, countMatches, listBooks } from './list/book-list.read.ts';
export { everyColumn } from './list/book-list-columns.rules.ts';
