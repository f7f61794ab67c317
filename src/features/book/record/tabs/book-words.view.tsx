import type { WordListRow } from '../../words/word.store.ts';
import { WordPanel } from '../../words/word-panel.tsx';
import { type BookHead, BookPage } from '../book-page.tsx';

/** The words of a book with their sentences. */
export default function BookWordsTab({ head, words }: { head: BookHead; words: WordListRow[] }) {
  return (
    <BookPage head={head} tab="words">
      <WordPanel bid={head.book.bid} words={words} />
    </BookPage>
  );
}
