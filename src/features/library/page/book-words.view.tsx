import type { StagedRows, WordRow } from '#features/word/word-rows.public.ts';
import { BookWordsSheet } from '#features/word/word-sheet.public.tsx';

import { type BookHead, BookPage } from './book-page.tsx';

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
