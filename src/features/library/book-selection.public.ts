export { BookFilterQuery, BookSelection, bookQueries, SelectedBooksQuery } from './find/book-selection.contract.ts';
export {
  listSelectedBids,
  listSelectedBooks,
  requireKnown as requireKnownBooks,
  selectableBooks,
} from './find/book-selection.store.ts';
