import { type KeyboardEvent, useRef, useState } from 'react';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { BookWords } from '../book.messages.ts';
import { longestSentence } from '../sentences/sentence.rules.ts';
import styles from './line-draft.module.css';
import type { NewLine } from './use-line-acts.ts';
import { longestWord, readableWord } from './word.rules.ts';

interface LineDraftProps {
  /** The word it begins with. */
  word: string;
  /** Adds the line; resolves to whether it was added. */
  onAdd: (line: NewLine, next: 'line' | 'same word') => Promise<boolean>;
  onClose: () => void;
}

/** A new line of the sheet: Enter adds it and goes on with another, Shift Enter with another of the same word. */
export function LineDraft({ word: first, onAdd, onClose }: LineDraftProps) {
  const t = useT<BookWords>();
  const [line, setLine] = useState<NewLine>({ word: readableWord(first), sentence: '', targeted: false, audio: null });
  const next = useRef<'line' | 'same word'>('line');
  const form = useUnsaved<HTMLFormElement>(
    line.sentence !== '' || line.audio !== null || line.word !== readableWord(first),
  );
  const submission = useSubmit(async () => {
    await onAdd(line, next.current);
  }, form);
  const set = (change: Partial<NewLine>) => setLine((now) => ({ ...now, ...change }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') next.current = event.shiftKey ? 'same word' : 'line';
    if (event.key === 'Escape') onClose();
  };
  const fieldProblem = ['word', 'sentence', 'audio'].map(submission.fieldError).find(Boolean);
  return (
    <form ref={form} className={styles.draft} data-draft="" onSubmit={submission.submit} noValidate>
      <input
        aria-label={t('book.word_kind')}
        placeholder={t('book.word_kind')}
        aria-invalid={submission.fieldError('word') !== undefined}
        value={line.word}
        onChange={(event) => set({ word: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        maxLength={longestWord}
        autoFocus={first === ''}
        autoComplete="off"
      />
      <input
        aria-label={t('book.sentence_kind')}
        placeholder={t('book.sentence_kind')}
        aria-invalid={submission.fieldError('sentence') !== undefined}
        value={line.sentence}
        onChange={(event) => set({ sentence: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        maxLength={longestSentence}
        autoFocus={first !== ''}
        autoComplete="off"
      />
      <label className={styles.file} data-chosen={line.audio ? '' : undefined}>
        <input
          type="file"
          accept=".mp3,audio/mpeg"
          aria-label={t('book.sentence_audio_choose')}
          onChange={({ currentTarget }) => set({ audio: currentTarget.files?.[0] ?? null })}
        />
        {line.audio?.name ?? t('book.sentence_audio_choose')}
      </label>
      <label className={styles.targeted}>
        <input
          type="checkbox"
          checked={line.targeted}
          onChange={(event) => set({ targeted: event.currentTarget.checked })}
        />
        {t('book.sentence_targeted')}
      </label>
      <span className={styles.acts}>
        <button type="submit" className={button.primary}>
          {t('common.add')}
        </button>
        <button type="button" className={button.plain} onClick={onClose}>
          {t('common.close')}
        </button>
      </span>
      {fieldProblem ? (
        <p role="alert">{fieldProblem}</p>
      ) : (
        <FormProblem of={submission} title={t('book.sentence_add_failed')} />
      )}
    </form>
  );
}
