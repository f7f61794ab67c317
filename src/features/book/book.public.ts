import { rowCount } from '#kernel/desk/menu-counts.ts';

export { BookSelection } from './book.contract.ts';
export type { BookWords } from './book.messages.ts';
export { type ClosedImport, findClosedImport } from './book.settings.ts';
export { newestBooks, type ShelfBook, shelfCover } from './book-home.read.ts';
export { writeBooks } from './bulk/book-bulk.service.ts';
export {
  listSelectedBids,
  listSelectedBooks,
  requireKnown as requireKnownBooks,
  selectableBooks,
} from './bulk/book-selection.store.ts';
export { findAccessibility } from './epub-check/epub-check.store.ts';
export { bookMatches, bookWordsMatch, findListed as findListedBooks } from './list/book-search.read.ts';
export { cefrLevels } from './record/book-columns.rules.ts';

/** The exact number of books; too slow on a large library for a request that people wait for. */
export const countBooks = rowCount('book');

export { BookFilterQuery, BookSummary, bookQueries, SelectedBooksQuery } from './book.contract.ts';
export { auditBookAct, undoableBooks } from './bulk/book-act.store.ts';
export { dropBooks } from './bulk/book-delete.service.ts';
export { publishBooks } from './bulk/book-publish.service.ts';
export { addMissingTitles, levelsBySeries, removeUnusedTitles } from './bulk/rows/made-titles.store.ts';
export { findMissingTitles, type MissingTitle } from './bulk/rows/missing-titles.store.ts';
export { planRows, type RowConflict, type RowStatus, rowKeys } from './bulk/rows/row-plan.store.ts';
export { cell, currentTexts, fieldNames } from './bulk/rows/staged-rows.store.ts';
export { countEditedSince, foreseeRows, type KeptBook, undoRows } from './bulk/rows/undo-rows.service.ts';
export {
  insertNewRows,
  lockBooksOfRows,
  updateChangedRows,
  withIsbnsInMotion,
} from './bulk/rows/write-rows.store.ts';
export { maxPreviews } from './images/image-limits.rules.ts';
export {
  dropImages,
  type StagedImage,
  takeImages,
  type VerifiedImage,
  verifyImages,
} from './images/staged-images.service.ts';
export { selectCells } from './list/book-cells.read.ts';
export { orderedKeys } from './list/book-export.read.ts';
export type { BookFilter } from './list/book-filter.contract.ts';
export { type BookFilterChoices, findFilterChoices, narrowFilter } from './list/book-filters.read.ts';
export { type BookListRow, countedKinds, countMatches, listBooks } from './list/book-list.read.ts';
export { everyColumn } from './list/book-list-columns.rules.ts';
export type { BookOrder } from './list/book-order.read.ts';
export { type ComingBook, foreseeReadiness } from './readiness/coming-readiness.read.ts';
export {
  type BookField,
  type BookTexts,
  bookFields,
  checkCell,
  findBookField,
  warningsOf,
} from './record/book-fields.rules.ts';
export { numberOfIsbn, readIsbn, spellingsOfIsbn } from './record/isbn.rules.ts';
export { bookSheetFields } from './record/sheet-names.ts';
export { longestAudio } from './sentences/audio/audio.rules.ts';
export { readRows, type SentenceProblem } from './sentences/sentence-bulk.rules.ts';
export { importSentences } from './sentences/sentence-bulk.service.ts';
export { sentencesUndo } from './sentences/sentence-undo.service.ts';
export {
  dropAudio,
  type StagedAudio,
  takeAudio,
  type VerifiedAudio,
  verifyAudio,
} from './sentences/staged-audio.service.ts';
export { notUploaded, type Refused } from './staged-files.service.ts';
export { normalizeWord } from './words/word.rules.ts';
export { countDifferences, listIn } from './words/word-list.rules.ts';
