import { useState } from 'react';
import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Input } from '#ui/kit/input.tsx';
import type { wordApi } from '../words/word.contract.ts';
import { longestWord } from '../words/word.rules.ts';

const call = client<typeof wordApi>();

/** The dialog that adds a word to a book; finishes with its id and the word as stored. */
export default function WordCreate({ bid }: { bid: string }) {
  const t = useT<BookWords>();
  const [word, setWord] = useState('');
  const form = useUnsaved<HTMLFormElement>(word !== '');
  const submission = useSubmit(async () => {
    const { results } = await call('POST /api/v1/book/:bid/word', { params: { bid }, body: { word } });
    await finishFragment(results);
  });
  const fieldError = submission.fieldError('word');
  return (
    <DialogForm
      ref={form}
      of={submission}
      heading={t('book.word_add')}
      failed={t('book.word_add_failed')}
      isSaidByField={fieldError !== undefined}
      submit={t('common.save')}
    >
      <Input
        label={t('book.word_kind')}
        hint={t('book.word_hint')}
        name="word"
        value={word}
        onChange={(event) => setWord(event.currentTarget.value)}
        error={fieldError}
        maxLength={longestWord}
        required
        autoComplete="off"
      />
    </DialogForm>
  );
}
