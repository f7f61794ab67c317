/* The door for whatever writes many books at once: the importer and the bulk calls. */

export { undoableBooks } from './bulk/book-act.store.ts';
export { addMissingTitles } from './bulk/rows/made-titles.store.ts';
export { findMissingTitles, type MissingTitle } from './bulk/rows/missing-titles.store.ts';
export { planRows, type RowConflict, type RowStatus } from './bulk/rows/row-plan.store.ts';
export { cell, currentTexts } from './bulk/rows/staged-rows.store.ts';
export { foreseeRows, type KeptBook, undoRows } from './bulk/rows/undo-rows.service.ts';
export {
  insertNewRows,
  lockBooksOfRows,
  updateChangedRows,
  withIsbnsInMotion,
} from './bulk/rows/write-rows.store.ts';
export {
  type BookField,
  type BookTexts,
  bookFields,
  checkCell,
  findBookField,
  warningsOf,
} from './record/book-fields.rules.ts';
export { bookSheetFields } from './record/sheet-names.ts';
export { sentencesUndo } from './sentences/sentence-undo.service.ts';
