export { type BookWords, bookMessages } from './book.messages.ts';
