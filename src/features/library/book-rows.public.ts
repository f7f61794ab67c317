export { writeBooks } from './rows/book-bulk.service.ts';
export { addMissingTitles, levelsBySeries, removeUnusedTitles } from './rows/made-titles.store.ts';
export { findMissingTitles, type MissingTitle } from './rows/missing-titles.store.ts';
export { planRows, type RowConflict, type RowStatus, rowKeys } from './rows/row-plan.store.ts';
export { bookTitleJoins, cell, currentTexts, fieldNames } from './rows/staged-rows.store.ts';
export { countEditedSince, type KeptBook, rowsBack, undoRows } from './rows/undo-rows.service.ts';
export { insertNewRows, lockBooksOfRows, updateChangedRows, withIsbnsInMotion } from './rows/write-rows.store.ts';
