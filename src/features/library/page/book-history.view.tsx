import { type BookHead, BookPage } from './book-page.tsx';

/** The head of a book above its history, which is a fragment. */
export default function BookHistoryTab({ head }: { head: BookHead }) {
  return <BookPage head={head} tab="history" />;
}
