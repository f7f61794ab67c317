import { useState } from 'react';
import { confirm } from '#client/dialogs.ts';
import { type UploadOptions, upload } from '#client/upload/upload.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { cleanTitle } from '#kernel/text/text-forms.rules.ts';
import { useT } from '#ui/interface.tsx';
import {
  type RowWord,
  type StagedRows,
  type WordRow,
  withoutSentence,
  withoutWord,
  withSentence,
  withWord,
} from '../list/word-rows.rules.ts';
import type { SentenceRecord } from '../words/sentence.contract.ts';
import type { UploadedAudio } from '../words/word.contract.ts';
import { normalizeWord } from '../words/word.rules.ts';
import { type SendAudio, useAudioUploads } from './use-audio-uploads.ts';
import type { NewSentence, SheetActs } from './use-sheet-acts.ts';

/** Rows that are changed in the sheet alone, for a release. Audio is uploaded at once, but no sentence has it yet. */
export function useStagedRows(bid: string, loaded: StagedRows) {
  const t = useT<BookWords>();
  const [{ begun, rows }, setState] = useState({ begun: loaded, rows: loaded.rows });
  // Newer rows are adopted as long as nothing was changed.
  if (begun !== loaded && rows === begun.rows) setState({ begun: loaded, rows: loaded.rows });
  const setRows = (next: (now: WordRow[]) => WordRow[]) => setState((now) => ({ ...now, rows: next(now.rows) }));
  const put = (sentence: SentenceRecord) => setRows((now) => withSentence(now, sentence));

  const sendAudio: SendAudio = async (sentence, file, { onProgress }) =>
    withAudio(sentence, await uploadAudio(bid, file, { onProgress }));

  const add = async ({ word: text, sentence, targeted, audio }: NewSentence): Promise<RowWord> => {
    const found = rows.find((row) => row.word.word === normalizeWord(text))?.word;
    const word = found ?? { word_idx: freshId(rows), word: normalizeWord(text), version: 1 };
    const fresh: SentenceRecord = {
      sent_idx: freshId(rows),
      word_idx: word.word_idx,
      bid,
      word: word.word,
      sentence: cleanTitle(sentence),
      mdr_targeted: targeted ? 'Y' : 'N',
      audio_path: false,
      files: [],
      version: 1,
    };
    const heard = audio ? withAudio(fresh, await uploadAudio(bid, audio)) : fresh;
    setRows((now) => {
      const added = found ? now : withWord(now, word);
      return heard.sentence === '' ? added : withSentence(added, heard);
    });
    return word;
  };

  const acts: SheetActs = {
    rename: async (word, text) => setRows((now) => withWord(now, { ...word, word: normalizeWord(text) })),
    rewrite: async (sentence, text) => put({ ...sentence, sentence: cleanTitle(text) }),
    add,
    removeSentence: (sentence) => setRows((now) => withoutSentence(now, sentence)),
    removeWord: ({ word_idx: wordIdx }) => setRows((now) => withoutWord(now, wordIdx)),
    removeAudio: (sentence) => put({ ...sentence, audio_path: false, files: [] }),
    heard: () => undefined,
    more: (sentence) => [
      {
        label: `${t('book.sentence_targeted')}: ${t(sentence.mdr_targeted === 'Y' ? 'common.no' : 'common.yes')}`,
        act: () => put({ ...sentence, mdr_targeted: sentence.mdr_targeted === 'Y' ? 'N' : 'Y' }),
      },
    ],
  };
  const uploads = useAudioUploads(put, sendAudio);
  /** Whether the person agrees to lose what was changed. */
  const discards = (): Promise<boolean> =>
    confirm({ title: t('form.discard_title'), body: t('book.stage_note'), agree: t('form.discard'), danger: true });
  return { begun, rows, acts, uploads, show: setRows, discards };
}

/** An id that no row has; those of new rows are below 0. */
const freshId = (rows: readonly WordRow[]): number =>
  Math.min(0, ...rows.flatMap(({ word, sentence }) => [word.word_idx, sentence?.sent_idx ?? 0])) - 1;

async function uploadAudio(bid: string, file: File, options: UploadOptions = {}): Promise<UploadedAudio> {
  const form = new FormData();
  form.append('audio', file);
  const url = `/api/v1/book/${encodeURIComponent(bid)}/audio`;
  return (await upload<{ results: UploadedAudio }>(url, form, options)).results;
}

const withAudio = (sentence: SentenceRecord, { audio_path: path, size, ms }: UploadedAudio): SentenceRecord => ({
  ...sentence,
  audio_path: path,
  files: [{ target_ctl: 'sentence', target_id: sentence.sent_idx, type: 'audio', path, size, ms }],
});
