import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { confirm, notify, openFragment } from '#client/dialogs.ts';
import { upload } from '#client/upload/upload.ts';
import type { fileApi } from '#kernel/storage/file.contract.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';
import type { SentenceRecord, sentenceApi } from '../sentences/sentence.contract.ts';
import type { wordApi } from './word.contract.ts';
import { normalizeWord, readableWord } from './word.rules.ts';
import {
  type LineWord,
  type WordLine,
  withoutSentence,
  withoutWord,
  withSentence,
  withWord,
} from './word-lines.rules.ts';

const call = client<typeof wordApi>();
const callSentence = client<typeof sentenceApi>();
const callFile = client<typeof fileApi>();

/** What a new line consists of; without a sentence it is a word alone. */
export interface NewLine {
  word: string;
  sentence: string;
  targeted: boolean;
  audio: File | null;
}

/** What can be done to the lines of the sheet: at once, or in the sheet alone, for a release. */
export interface LineActs {
  rename: (word: LineWord, text: string, version: number) => Promise<void>;
  rewrite: (sentence: SentenceRecord, text: string, version: number) => Promise<void>;
  /** Adds a line; resolves to its word, or null if the person decided against it. */
  add: (line: NewLine) => Promise<LineWord | null>;
  removeSentence: (sentence: SentenceRecord) => void;
  removeWord: (word: LineWord) => void;
  removeAudio: (sentence: SentenceRecord) => void;
  /** Further actions on a sentence. */
  more: (sentence: SentenceRecord) => { label: string; act: () => void }[];
}

/** Writes lines through the product's calls, and shows each result in the sheet with a sentence about it. */
export function useLineActs(
  bid: string,
  lines: readonly WordLine[],
  show: (next: (now: WordLine[]) => WordLine[]) => void,
): LineActs {
  const t = useT<BookWords>();
  const act = useAct();

  const rename = async ({ word_idx, word: before }: LineWord, text: string, version: number): Promise<void> => {
    const { results } = await call('PUT /api/v1/book/:bid/word/:word_idx', {
      params: { bid, word_idx },
      body: { word: text, version },
    });
    show((now) => withWord(now, results));
    const undo = () => act(() => rename(results, before, results.version), t('book.word_rename_failed'));
    void notify({ message: t('book.word_renamed', { word: readableWord(results.word) }), undo });
  };

  const rewrite = async (
    { sent_idx, sentence: before }: SentenceRecord,
    text: string,
    version: number,
  ): Promise<void> => {
    const { results } = await callSentence('POST /api/v1/sentence/:sent_idx', {
      params: { sent_idx },
      body: { sentence: text, version },
    });
    show((now) => withSentence(now, results));
    const undo = () => act(() => rewrite(results, before, results.version), t('book.sentence_edit_failed'));
    void notify({ message: t('book.sentence_updated'), undo });
  };

  /** The word of a new line, added if the book lacks it. */
  const wordFor = async (text: string): Promise<LineWord> => {
    const found = lines.find(({ word }) => word.word === normalizeWord(text))?.word;
    if (found) return found;
    const { results } = await call('POST /api/v1/book/:bid/word', { params: { bid }, body: { word: text } });
    const word = { ...results, version: 1 };
    show((now) => withWord(now, word));
    return word;
  };

  const add = async ({ word: text, sentence, targeted, audio }: NewLine): Promise<LineWord | null> => {
    const isWordAlone = sentence.trim() === '' && !audio;
    const body = audio ? t('book.sentence_confirm') : t('book.sentence_confirm_silent');
    if (!isWordAlone && !(await confirm({ title: t('book.sentence_add'), body, agree: t('common.add') }))) return null;
    const word = await wordFor(text);
    if (isWordAlone) {
      void notify({ message: t('book.word_created') });
      return word;
    }
    const form = new FormData();
    const fields = { bid, word_idx: String(word.word_idx), sentence, mdr_targeted: targeted ? 'Y' : 'N' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    // Last, so that the fields are known before the file streams in.
    if (audio) form.append('audio', audio);
    const { results } = await upload<{ results: SentenceRecord }>('/api/v1/sentence', form);
    show((now) => withSentence(now, results));
    void notify({ message: t('book.sentence_created'), undo: () => removeSentence(results) });
    return word;
  };

  const removeSentence = (sentence: SentenceRecord): void => {
    const { sent_idx, sentence: title } = sentence;
    const question = { title, body: t('book.sentence_delete_text'), agree: t('common.delete'), phrase: true };
    act(async () => {
      const deleted = await askToDelete({ of: 'sentence', id: sent_idx, ...question }, () =>
        callSentence('DELETE /api/v1/sentence/:sent_idx', { params: { sent_idx } }),
      );
      if (!deleted) return;
      show((now) => withoutSentence(now, sentence));
      void notify({ message: t('book.sentence_deleted') });
    }, t('book.sentence_delete_failed'));
  };

  const removeWord = ({ word_idx, word }: LineWord): void => {
    const title = `${t('common.delete')}: ${readableWord(word)}`;
    const question = { title, body: t('CMN-18'), agree: t('common.delete'), phrase: true };
    act(async () => {
      const deleted = await askToDelete({ of: 'word', id: word_idx, ...question }, (seen) =>
        call('DELETE /api/v1/book/:bid/word/:word_idx', { params: { bid, word_idx }, query: { seen } }),
      );
      if (!deleted) return;
      show((now) => withoutWord(now, word_idx));
      void notify({ message: t('book.word_deleted') });
    }, t('book.word_delete_failed'));
  };

  const removeAudio = (sentence: SentenceRecord): void => {
    const question = { title: t('book.sentence_audio_remove'), body: t('book.sentence_audio_remove_text') };
    act(async () => {
      if (!(await confirm({ ...question, danger: true }))) return;
      for (const { target_ctl, target_id, type, path } of sentence.files) {
        await callFile('DELETE /api/v1/file', { body: { target_ctl, target_id, file_type: type, file_path: path } });
      }
      await reload(sentence);
      void notify({ message: t('book.sentence_audio_removed') });
    }, t('book.sentence_edit_failed'));
  };

  /** Shows a sentence as stored. */
  const reload = async ({ sent_idx, word_idx }: SentenceRecord): Promise<void> => {
    const { results } = await callSentence('GET /api/v1/sentence', { query: { word_idx } });
    const stored = results.find((one) => one.sent_idx === sent_idx);
    if (stored) show((now) => withSentence(now, stored));
  };

  const edit = async (sentence: SentenceRecord): Promise<void> => {
    const done = await openFragment(`/book/word/sentence/update?sent_idx=${sentence.sent_idx}`);
    if (done) await reload(sentence);
  };
  const more = (sentence: SentenceRecord) => [
    { label: t('book.sentence_edit'), act: () => void edit(sentence) },
    { label: t('common.history'), act: () => void openFragment(`/audit/of/sentence/${sentence.sent_idx}`) },
  ];

  return { rename, rewrite, add, removeSentence, removeWord, removeAudio, more };
}
