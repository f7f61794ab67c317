import { useState } from 'react';
import { confirm } from '#client/dialogs.ts';
import { type UploadOptions, upload } from '#client/upload/upload.ts';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';
import type { SentenceRecord } from '../sentences/sentence.contract.ts';
import type { LineActs, NewLine } from './use-line-acts.ts';
import { type SendAudio, useLineUploads } from './use-line-uploads.ts';
import type { UploadedAudio } from './word.contract.ts';
import { normalizeWord } from './word.rules.ts';
import {
  type LineWord,
  type WordLine,
  withoutSentence,
  withoutWord,
  withSentence,
  withWord,
} from './word-lines.rules.ts';

/** Lines that are changed in the sheet alone, for a release. Audio is uploaded at once, but no sentence has it yet. */
export function useStagedLines(bid: string, loaded: WordLine[]) {
  const t = useT<BookWords>();
  const [lines, setLines] = useState(loaded);
  const put = (sentence: SentenceRecord) => setLines((now) => withSentence(now, sentence));

  const sendAudio: SendAudio = async (sentence, file, { onProgress }) =>
    withAudio(sentence, await uploadAudio(bid, file, { onProgress }));

  const add = async ({ word: text, sentence, targeted, audio }: NewLine): Promise<LineWord> => {
    const found = lines.find((line) => line.word.word === normalizeWord(text))?.word;
    const word = found ?? { word_idx: freshId(lines), word: normalizeWord(text), version: 1 };
    const fresh: SentenceRecord = {
      sent_idx: freshId(lines),
      word_idx: word.word_idx,
      bid,
      word: word.word,
      sentence: sentence.trim(),
      mdr_targeted: targeted ? 'Y' : 'N',
      audio_path: false,
      files: [],
      version: 1,
    };
    const heard = audio ? withAudio(fresh, await uploadAudio(bid, audio)) : fresh;
    setLines((now) => {
      const added = found ? now : withWord(now, word);
      return heard.sentence === '' ? added : withSentence(added, heard);
    });
    return word;
  };

  const acts: LineActs = {
    rename: async (word, text) => setLines((now) => withWord(now, { ...word, word: normalizeWord(text) })),
    rewrite: async (sentence, text) => put({ ...sentence, sentence: text.trim() }),
    add,
    removeSentence: (sentence) => setLines((now) => withoutSentence(now, sentence)),
    removeWord: ({ word_idx: wordIdx }) => setLines((now) => withoutWord(now, wordIdx)),
    removeAudio: (sentence) => put({ ...sentence, audio_path: false, files: [] }),
    heard: () => undefined,
    more: (sentence) => [
      {
        label: `${t('book.sentence_targeted')}: ${t(sentence.mdr_targeted === 'Y' ? 'common.no' : 'common.yes')}`,
        act: () => put({ ...sentence, mdr_targeted: sentence.mdr_targeted === 'Y' ? 'N' : 'Y' }),
      },
    ],
  };
  const uploads = useLineUploads(put, sendAudio);
  /** Whether the person agrees to lose what was changed. */
  const discards = (): Promise<boolean> =>
    confirm({ title: t('form.discard_title'), body: t('book.stage_note'), agree: t('form.discard'), danger: true });
  return { lines, acts, uploads, show: setLines, discards };
}

/** An id that no line has; those of new lines are below 0. */
const freshId = (lines: readonly WordLine[]): number =>
  Math.min(0, ...lines.flatMap(({ word, sentence }) => [word.word_idx, sentence?.sent_idx ?? 0])) - 1;

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
