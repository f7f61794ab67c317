export { auditBookAct, bookState, publishedBooks, undoableBooks } from './record/book-act.store.ts';
export { touchBook, touchBooks } from './record/book-touch.store.ts';
export { notUploaded, problemOfUpload, type Refused } from './record/staged-files.service.ts';
