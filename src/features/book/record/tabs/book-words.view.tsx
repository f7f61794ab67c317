import { BookWordsSheet } from '../../words/book-words-sheet.tsx';
import type { WordLine } from '../../words/word-lines.rules.ts';

import { type BookHead, BookPage } from '../book-page.tsx';

/** The words and sentences of a book, as a sheet. */
export default function BookWordsTab({ head, lines }: { head: BookHead; lines: WordLine[] }) {
  return (
    <BookPage head={head} tab="words">
      <BookWordsSheet bid={head.book.bid} lines={lines} />
    </BookPage>
  );
}
