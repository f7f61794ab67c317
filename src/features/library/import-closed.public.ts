export { type ClosedImport, findClosedImport } from './book.settings.ts';
