export { BookCover } from './record/book-cover.tsx';
