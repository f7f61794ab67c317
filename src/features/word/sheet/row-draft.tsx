import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react';
import { isEnter } from '#client/composition.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { FileButton } from '#ui/kit/file-button.tsx';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { longestSentence } from '../words/sentence.rules.ts';
import { longestWord, readableWord } from '../words/word.rules.ts';
import styles from './row-draft.module.css';
import type { NewSentence } from './use-sheet-acts.ts';

interface RowDraftProps {
  /** The word it begins with. */
  word: string;
  /** Adds the row; resolves to whether it was added. */
  onAdd: (row: NewSentence, next: 'new word' | 'same word') => Promise<boolean>;
  onClose: () => void;
}

/** A new row of the sheet: Enter adds it and goes on with another, Shift Enter with another of the same word. */
export function RowDraft({ word: first, onAdd, onClose }: RowDraftProps) {
  const t = useT<BookWords>();
  const [row, setRow] = useState<NewSentence>({
    word: readableWord(first),
    sentence: '',
    targeted: false,
    audio: null,
  });
  const next = useRef<'new word' | 'same word'>('new word');
  const form = useUnsaved<HTMLFormElement>(
    row.sentence !== '' || row.audio !== null || row.word !== readableWord(first),
  );
  const submission = useSubmit(async () => {
    await onAdd(row, next.current);
  }, form);
  const set = (change: Partial<NewSentence>) => setRow((now) => ({ ...now, ...change }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEnter(event)) next.current = event.shiftKey ? 'same word' : 'new word';
    if (event.key === 'Escape') onClose();
  };
  const cell = (name: 'word' | 'sentence') => ({
    error: submission.fieldError(name),
    value: row[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [name]: event.currentTarget.value }),
    onKeyDown,
    autoComplete: 'off',
  });
  const isSaid = ['word', 'sentence'].some(submission.fieldError);
  const audioProblem = submission.fieldError('audio');
  return (
    <Stack
      as="form"
      ref={form}
      tight
      ground="accent"
      pad="8px 10px"
      data-draft=""
      onSubmit={submission.submit}
      noValidate
    >
      <Inline tight>
        <Stack grow={110}>
          <Input
            {...cell('word')}
            aria-label={t('book.word_kind')}
            placeholder={t('book.word_kind')}
            maxLength={longestWord}
            autoFocus={first === ''}
          />
        </Stack>
        <Stack grow={400}>
          <Input
            {...cell('sentence')}
            aria-label={t('book.sentence_kind')}
            placeholder={t('book.sentence_kind')}
            maxLength={longestSentence}
            autoFocus={first !== ''}
          />
        </Stack>
        <FileButton
          variant="quiet"
          className={styles.file}
          accept=".mp3,audio/mpeg"
          aria-label={t('book.sentence_audio_choose')}
          onFiles={([audio = null]) => set({ audio })}
        >
          {row.audio?.name ?? t('book.sentence_audio_choose')}
        </FileButton>
        <Checkbox
          label={t('book.sentence_targeted')}
          checked={row.targeted}
          onChange={(event) => set({ targeted: event.currentTarget.checked })}
        />
        <Inline as="span" whole even gap={0}>
          <Button type="submit" variant="primary">
            {t('common.add')}
          </Button>
          <Button variant="plain" onClick={onClose}>
            {t('common.close')}
          </Button>
        </Inline>
      </Inline>
      {audioProblem ? (
        <Text role="alert" tone="problem">
          {audioProblem}
        </Text>
      ) : (
        !isSaid && <FormProblem of={submission} title={t('book.sentence_add_failed')} />
      )}
    </Stack>
  );
}
