import { useEffect, useRef, useState } from 'react';
import { client } from '#client/api.ts';
import { confirmPhrase, notify } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { BookWords } from '../book.messages.ts';
import { SentenceList } from '../sentences/sentence-list.tsx';
import type { wordApi } from './word.contract.ts';
import { readableWord } from './word.rules.ts';
import type { WordListRow } from './word.store.ts';
import styles from './word-panel.module.css';

const call = client<typeof wordApi>();

interface WordEntryProps {
  bid: string;
  line: WordListRow;
  /** Initially open, for a word that was just added. */
  open: boolean;
  /** The number of sentences of the word has changed. */
  onChange: (sentences: number) => void;
  onDelete: () => void;
}

/** One word, expandable to its sentences. */
export function WordEntry({ bid, line, open: openFirst, onChange, onDelete }: WordEntryProps) {
  const t = useT<BookWords>();
  const act = useAct();
  const entry = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(openFirst);
  useEffect(() => {
    if (openFirst) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [openFirst]);
  const { word, word_idx, sentences } = line;
  const name = readableWord(word);
  const remove = async () => {
    const title = `${t('common.delete')}: ${name}`;
    const body = t('book.word_delete_text', { count: sentences });
    if (!(await confirmPhrase({ title, body, agree: t('common.delete'), danger: true }))) return;
    act(async () => {
      await call('DELETE /api/v1/book/:bid/word/:word_idx', { params: { bid, word_idx } });
      onDelete();
      void notify({ message: t('book.word_deleted') });
    }, t('book.word_delete_failed'));
  };
  return (
    <details ref={entry} className={styles.word} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{name}</strong> <small>{t('book.sentence_count', { count: sentences })}</small>
      </summary>
      {open && (
        <SentenceList bid={bid} word={word} wordIdx={word_idx} onCount={onChange}>
          <button
            type="button"
            className={button.quiet}
            onClick={() => void remove()}
            aria-label={`${t('book.word_delete')}: ${name}`}
          >
            {t('book.word_delete')}
          </button>
        </SentenceList>
      )}
    </details>
  );
}
