import { useState } from 'react';
import { confirm, finishFragment } from '#client/dialogs.ts';
import { upload as sendForm } from '#client/upload/upload.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { useSaveOver } from '#ui/form/use-save-over.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { useUpload } from '#ui/upload/use-upload.ts';
import type { SentenceRecord } from '../words/sentence.contract.ts';

/** The sentence to change, with its word and book. */
export interface SentenceFormProps {
  bid: string;
  word_idx: number;
  word: string;
  /** The sentence to change; null adds one. */
  sentence: SentenceRecord | null;
}

interface SentenceValues {
  sentence: string;
  targeted: boolean;
  audio: File | null;
}

/** The form of a sentence and how it is saved: adding asks for confirmation first; its audio is sent along. */
export function useSentenceForm({ bid, word_idx, word, sentence }: SentenceFormProps) {
  const t = useT<BookWords>();
  const first = { sentence: sentence?.sentence ?? '', targeted: sentence?.mdr_targeted === 'Y', audio: null };
  const [values, setValues] = useState<SentenceValues>(first);
  const upload = useUpload();
  const dirty = values.audio !== null || values.sentence !== first.sentence || values.targeted !== first.targeted;
  const form = useUnsaved<HTMLFormElement>(dirty);

  const agreed = () =>
    confirm({
      title: t('book.sentence_add'),
      body: values.audio ? t('book.sentence_confirm') : t('book.sentence_confirm_silent'),
      agree: t('common.add'),
    });
  const loaded = { text: first.sentence, version: sentence?.version };
  const submission = useSaveOver(loaded, 'sentence', async ({ version }) => {
    const wanted = sentence !== null || values.sentence.trim() === '' || (await agreed());
    if (!wanted) return;
    const url = sentence ? `/api/v1/sentence/${sentence.sent_idx}` : '/api/v1/sentence';
    const body = formOf({ bid, word_idx, word, version }, values);
    const saved = await upload.run((options) => sendForm<{ results: SentenceRecord }>(url, body, options));
    if (saved) await finishFragment(saved.results);
  });
  return {
    form,
    values,
    set: (change: Partial<SentenceValues>) => setValues({ ...values, ...change }),
    submission,
    upload,
  };
}

function formOf(
  { bid, word_idx, word, version }: { bid: string; word_idx: number; word: string; version: number | undefined },
  { sentence, targeted, audio }: SentenceValues,
): FormData {
  const form = new FormData();
  const fields = {
    bid,
    word_idx,
    word,
    sentence,
    mdr_targeted: targeted ? 'Y' : 'N',
    ...(version !== undefined && { version }),
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  // Last, so that the fields are known before the file streams in.
  if (audio) form.append('audio', audio);
  return form;
}
