export { BookWordsSheet } from './sheet/book-words-sheet.tsx';
