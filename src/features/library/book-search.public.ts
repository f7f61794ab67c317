export type { BookFilter } from './find/book-filter.contract.ts';
export { readBookIds } from './find/book-ids.rules.ts';
export type { BookOrder } from './find/book-order.read.ts';
export { bookMatches, bookSearch, bookWordsMatch, findListed as findListedBooks } from './find/book-search.read.ts';
