export { dropBooks } from './change/book-delete.service.ts';
