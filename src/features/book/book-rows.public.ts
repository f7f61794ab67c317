/* Public interface for writing many books at once: used by the importer and the bulk calls. */

export { auditBookAct, undoableBooks } from './bulk/book-act.store.ts';
export { dropBooks } from './bulk/book-delete.service.ts';
export { publishBooks } from './bulk/book-publish.service.ts';
export { addMissingTitles, removeUnusedTitles } from './bulk/rows/made-titles.store.ts';
export { findMissingTitles, type MissingTitle } from './bulk/rows/missing-titles.store.ts';
export { planRows, type RowConflict, type RowStatus } from './bulk/rows/row-plan.store.ts';
export { cell, currentTexts } from './bulk/rows/staged-rows.store.ts';
export { countEditedSince, foreseeRows, type KeptBook, undoRows } from './bulk/rows/undo-rows.service.ts';
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
