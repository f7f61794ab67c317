/* The door for whatever writes many books at once: the importer and the bulk calls. */
export {
  type BookField,
  type BookTexts,
  bookFields,
  checkCell,
  findBookField,
  warningsOf,
} from './book-fields.rules.ts';
export { findMissingTitles, type MissingTitle } from './rows/book-rows.missing.ts';
export { addMissingTitles, removeUnusedTitles } from './rows/book-rows.made.ts';
export { planRows, type RowConflict, type RowStatus } from './rows/book-rows.plan.ts';
export { cell, currentTexts } from './rows/book-rows.sql.ts';
export { undoableBooks } from './book-act.ts';
export { removeMadeBooks, restoreChangedBooks } from './rows/book-rows.undo.ts';
export { insertNewRows, updateChangedRows } from './rows/book-rows.write.ts';
