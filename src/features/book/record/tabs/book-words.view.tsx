import { BookWordsSheet } from '../../words/book-words-sheet.tsx';
import type { StagedRows, WordRow } from '../../words/word-rows.rules.ts';

import { type BookHead, BookPage } from '../book-page.tsx';

interface BookWordsTabProps {
  head: BookHead;
  rows: WordRow[];
  /** As the release that the person works on leaves them; null if it does not change them. */
  staged: StagedRows | null;
}

/** The words and sentences of a book, as a sheet. */
export default function BookWordsTab({ head, ...sheet }: BookWordsTabProps) {
  return (
    <BookPage head={head} tab="words">
      <BookWordsSheet bid={head.book.bid} {...sheet} />
    </BookPage>
  );
}
