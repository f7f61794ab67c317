export { bookHref, bookReferences } from './record/book.references.ts';
