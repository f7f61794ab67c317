export { publishBooks } from './publish/book-publish.service.ts';
