import { useState } from 'react';
import { ApiError, client } from '#client/api.ts';
import { confirm, finishFragment } from '#client/dialogs.ts';
import { upload as sendForm } from '#client/upload/upload.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { type StoredText, useSaveOver } from '#ui/form/use-save-over.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { useUpload } from '#ui/upload/use-upload.ts';
import type { SentenceRecord } from '../words/sentence.contract.ts';
import type { wordApi } from '../words/word.contract.ts';

const call = client<typeof wordApi>();

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
  const send = async (url: string, of: Sent) => {
    const body = formOf(of, values);
    const saved = await upload.run((options) => sendForm<{ results: SentenceRecord }>(url, body, options));
    if (saved) await finishFragment(saved.results);
  };
  const add = (wordIdx: number) => send('/api/v1/sentence', { bid, word_idx: wordIdx, word });
  const save = async ({ version }: StoredText<number | undefined>) => {
    const wanted = sentence !== null || values.sentence.trim() === '' || (await agreed());
    if (!wanted) return;
    if (sentence) await send(`/api/v1/sentence/${sentence.sent_idx}`, { bid, word_idx, word, version });
    else await add(word_idx);
  };
  const again = {
    lost: sentence && sentence.audio_path !== false && !values.audio ? t('book.sentence_again_lost') : undefined,
    create: async () => {
      try {
        if (sentence) return await add(word_idx);
      } catch (error) {
        if (!isWordGone(error)) throw error;
      }
      const { results } = await call('POST /api/v1/book/:bid/word', { params: { bid }, body: { word } });
      await add(results.word_idx);
    },
  };
  const submission = useSaveOver<number | undefined>(loaded, 'sentence', save, again);
  return {
    form,
    values,
    set: (change: Partial<SentenceValues>) => setValues({ ...values, ...change }),
    submission,
    upload,
  };
}

const isWordGone = (error: unknown) => error instanceof ApiError && error.code === 'book.word_not_found';

/** What a sentence is sent with. */
interface Sent extends Pick<SentenceFormProps, 'bid' | 'word_idx' | 'word'> {
  version?: number | undefined;
}

function formOf({ bid, word_idx, word, version }: Sent, { sentence, targeted, audio }: SentenceValues): FormData {
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
