export { newestBooks, type ShelfBook, shelfCover } from './book-home.read.ts';
