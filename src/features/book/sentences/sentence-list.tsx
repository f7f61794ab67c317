import { type ReactNode, useEffect, useState } from 'react';
import { client } from '#client/api.ts';
import { notify, openFragment } from '#client/dialogs.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { BookWords } from '../book.messages.ts';
import type { SentenceRecord, sentenceApi } from './sentence.contract.ts';
import { SentenceEntry } from './sentence-entry.tsx';
import styles from './sentence-list.module.css';

const call = client<typeof sentenceApi>();

interface SentenceListProps {
  bid: string;
  word: string;
  wordIdx: number;
  /** The number of sentences has changed. */
  onCount: (count: number) => void;
  /** Further actions on the word. */
  children: ReactNode;
}

type State = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; sentences: SentenceRecord[] };

/** The sentences of a word, loaded when first shown, with controls to change them. */
export function SentenceList({ bid, word, wordIdx, onCount, children }: SentenceListProps) {
  const t = useT<BookWords>();
  const [state, setState] = useState<State>({ status: 'loading' });
  const load = () => {
    setState({ status: 'loading' });
    call('GET /api/v1/sentence', { query: { word_idx: wordIdx } }).then(
      ({ results }) => show(results),
      () => setState({ status: 'failed' }),
    );
  };
  const show = (sentences: SentenceRecord[]) => {
    setState({ status: 'ready', sentences });
    onCount(sentences.length);
  };
  useEffect(load, [wordIdx]);
  const add = async () => {
    const query = new URLSearchParams({ bid, word_idx: String(wordIdx), word });
    if (!(await openFragment(`/book/word/sentence/add?${query}`))) return;
    load();
    void notify({ message: t('book.sentence_created') });
  };
  return (
    <div className={styles.list}>
      {state.status === 'loading' && <p role="status">{t('common.loading')}</p>}
      {state.status === 'failed' && (
        <p role="alert" className={styles.problem}>
          {t('book.sentences_failed')}{' '}
          <button type="button" className={button.quiet} onClick={load}>
            {t('common.retry')}
          </button>
        </p>
      )}
      {state.status === 'ready' && state.sentences.length === 0 && <p>{t('book.sentences_empty')}</p>}
      {state.status === 'ready' && (
        <ul>
          {state.sentences.map((sentence) => (
            <SentenceEntry
              key={sentence.sent_idx}
              sentence={sentence}
              onChange={load}
              onDelete={() => show(state.sentences.filter((one) => one !== sentence))}
            />
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <button type="button" className={button.quiet} onClick={() => void add()}>
          {t('book.sentence_add')}
        </button>
        {children}
      </div>
    </div>
  );
}
