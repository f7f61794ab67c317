import { Button } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { notify, openFragment } from '#client/dialogs.ts';
import { showOwnAct } from '#client/live/refresh.ts';
import { fold } from '#kernel/text/fold.rules.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { SearchField } from '#ui/table/search-field.tsx';
import type { BookWords } from '../book.messages.ts';
import { readableWord } from './word.rules.ts';
import type { WordListRow } from './word.store.ts';
import { WordEntry } from './word-entry.tsx';
import styles from './word-panel.module.css';

// Below this number, no search field is needed.
const worthFinding = 12;

/** The words of a book on its page; a word's sentences load when it is opened. */
export function WordPanel({ bid, words: initial }: { bid: string; words: WordListRow[] }) {
  const t = useT<BookWords>();
  const format = useFormat();
  const [words, setWords] = useState(initial);
  const [made, setMade] = useState<number | null>(null);
  const [text, setText] = useState('');
  const book = { kind: 'book', id: bid };
  const wanted = fold(useDeferredValue(text).trim());
  const shown = words.filter(({ word }) => fold(readableWord(word)).includes(wanted) || fold(word).includes(wanted));
  const add = async () => {
    const line = madeWord(await openFragment(`/book/word/create?bid=${bid}`));
    if (!line) return;
    setWords((now) => [line, ...now]);
    setMade(line.word_idx);
    setText('');
    void notify({ message: t('book.word_created') });
    void showOwnAct(book);
  };
  return (
    <section className={styles.panel} aria-labelledby="words">
      <div className={styles.head}>
        <h2 id="words">
          {t('book.words')} <small>{format.number(words.length)}</small>
        </h2>
        <Button variant="default" size="compact-sm" onClick={() => void add()}>
          {t('book.word_add')}
        </Button>
      </div>
      {words.length === 0 && <p className={styles.dim}>{t('book.words_empty')}</p>}
      {words.length > worthFinding && (
        <SearchField label={t('book.words_find')} value={text} onChange={setText}>
          {wanted !== '' && t('book.words_found', { count: shown.length })}
        </SearchField>
      )}
      <div className={styles.words}>
        {shown.map((line) => (
          <WordEntry
            key={line.word_idx}
            bid={bid}
            line={line}
            open={line.word_idx === made}
            onChange={(sentences) =>
              setWords((now) => now.map((one) => (one.word_idx === line.word_idx ? { ...one, sentences } : one)))
            }
            onDelete={() => {
              setWords((now) => now.filter((one) => one.word_idx !== line.word_idx));
              void showOwnAct(book);
            }}
          />
        ))}
      </div>
    </section>
  );
}

/** The result of the dialog: a word without sentences. */
function madeWord(result: unknown): WordListRow | null {
  if (typeof result !== 'object' || result === null || !('word_idx' in result) || !('word' in result)) return null;
  return { word_idx: Number(result.word_idx), word: String(result.word), sentences: 0 };
}
