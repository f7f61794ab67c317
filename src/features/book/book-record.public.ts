export {
  BookBody,
  type BookHint,
  BookParams,
  BookRecord,
  BookRow,
  BookSummary,
  type bookApi,
  bookReadApi,
} from './record/book.contract.ts';
export {
  changeBook,
  findHints,
  getBook,
  giveBack,
  lockBookOf,
  recordBookBack,
  removeBook,
} from './record/book.service.ts';
export { type BookColumns, countBooks, findBids, updateBook } from './record/book.store.ts';
export { type BookChoice, listChoices } from './record/book-choices.service.ts';
export { valuesOf, withKnown } from './record/book-formats.read.ts';
export { restoreBook } from './record/restore-book.service.ts';
