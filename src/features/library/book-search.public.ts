export type { BookFilter } from './find/book-filter.contract.ts';
export type { BookOrder } from './find/book-order.read.ts';
export { bookMatches, bookWordsMatch, findListed as findListedBooks } from './find/book-search.read.ts';
