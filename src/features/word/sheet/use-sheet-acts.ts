import { ApiError, client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { confirm, type Notice, notify, openFragment } from '#client/dialogs.ts';
import { showOwnAct } from '#client/live/refresh.ts';
import { upload } from '#client/upload/upload.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { fileApi } from '#kernel/storage/file.contract.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import {
  type RowWord,
  type WordRow,
  withoutSentence,
  withoutWord,
  withSentence,
  withWord,
} from '../list/word-rows.rules.ts';
import type { SavedSentence, SentenceRecord, sentenceApi } from '../words/sentence.contract.ts';
import type { wordApi } from '../words/word.contract.ts';
import { normalizeWord, readableWord } from '../words/word.rules.ts';

const call = client<typeof wordApi>();
const callSentence = client<typeof sentenceApi>();
const callFile = client<typeof fileApi>();

/** What a new row consists of; without a sentence it is a word alone. */
export interface NewSentence {
  word: string;
  sentence: string;
  targeted: boolean;
  audio: File | null;
}

/** What is typed of a sentence. */
type SentenceText = Pick<SentenceRecord, 'sentence' | 'mdr_targeted'>;

/** What can be done to the rows of the sheet: at once, or in the sheet alone, for a release. */
export interface SheetActs {
  rename: (word: RowWord, text: string, version: number) => Promise<void>;
  rewrite: (sentence: SentenceRecord, text: string, version: number) => Promise<void>;
  /** Adds a row; resolves to its word, or null if the person decided against it. */
  add: (row: NewSentence) => Promise<RowWord | null>;
  /** Adds a word that somebody has deleted again, with these sentences of it; resolves to what shows them. */
  addAgain?: (word: string, sentences: readonly SentenceText[]) => Promise<() => void>;
  removeSentence: (sentence: SentenceRecord) => void;
  removeWord: (word: RowWord) => void;
  removeAudio: (sentence: SentenceRecord) => void;
  /** Reports that the audio of a row was saved. */
  heard: (sentence: SavedSentence) => void;
  /** Further actions on a sentence. */
  more: (sentence: SentenceRecord) => { label: string; act: () => void }[];
}

/** Writes rows through the product's calls, and shows each result in the sheet with a sentence about it. */
export function useSheetActs(
  bid: string,
  rows: readonly WordRow[],
  show: (next: (now: WordRow[]) => WordRow[]) => void,
): SheetActs {
  const t = useT<BookWords>();
  const act = useAct();

  /** Says what was done, with Undo; the sheet shows what that brings back. */
  const say = (message: string, undo: Notice['undo']) =>
    void notify({ message, undo, undone: () => showOwnAct({ kind: 'book', id: bid }) });

  const rename = async ({ word_idx }: RowWord, text: string, version: number): Promise<void> => {
    const { results } = await call('PUT /api/v1/book/:bid/word/:word_idx', {
      params: { bid, word_idx },
      body: { word: text, version },
    });
    show((now) => withWord(now, results));
    say(t('book.word_renamed', { word: readableWord(results.word) }), results.act_idx);
  };

  const rewrite = async ({ sent_idx }: SentenceRecord, text: string, version: number): Promise<void> => {
    const { results } = await callSentence('POST /api/v1/sentence/:sent_idx', {
      params: { sent_idx },
      body: { sentence: text, version },
    });
    show((now) => withSentence(now, results));
    say(t('book.sentence_updated'), results.act_idx);
  };

  /** The word of a new row, added if the book lacks it: then with its act. */
  const wordFor = async (text: string): Promise<{ word: RowWord; act?: number | undefined }> => {
    const found = rows.find(({ word }) => word.word === normalizeWord(text))?.word;
    if (found) return { word: found };
    const { results } = await call('POST /api/v1/book/:bid/word', { params: { bid }, body: { word: text } });
    const word = { word_idx: results.word_idx, word: results.word, version: 1 };
    show((now) => withWord(now, word));
    return { word, act: results.act_idx };
  };

  const add = async ({ word: text, sentence, targeted, audio }: NewSentence): Promise<RowWord | null> => {
    const isWordAlone = sentence.trim() === '' && !audio;
    const body = audio ? t('book.sentence_confirm') : t('book.sentence_confirm_silent');
    if (!isWordAlone && !(await confirm({ title: t('book.sentence_add'), body, agree: t('common.add') }))) return null;
    const { word, act: wordAct } = await wordFor(text);
    if (isWordAlone) {
      say(t('book.word_created'), wordAct);
      return word;
    }
    const form = new FormData();
    const fields = { bid, word_idx: String(word.word_idx), sentence, mdr_targeted: targeted ? 'Y' : 'N' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    // Last, so that the fields are known before the file streams in.
    if (audio) form.append('audio', audio);
    const { results } = await upload<{ results: SavedSentence }>('/api/v1/sentence', form);
    show((now) => withSentence(now, results));
    say(
      t('book.sentence_created'),
      [wordAct, results.act_idx].filter((one) => one !== undefined),
    );
    return word;
  };

  const addAgain = async (word: string, sentences: readonly SentenceText[]): Promise<() => void> => {
    const added = await (sentences.length === 0 ? addWord(word) : addSentences(word, sentences));
    return () => {
      say(t(sentences.length === 0 ? 'book.word_created' : 'book.sentence_created'), added);
      void showOwnAct({ kind: 'book', id: bid });
    };
  };
  const addWord = async (word: string) =>
    (await call('POST /api/v1/book/:bid/word', { params: { bid }, body: { word } })).results.act_idx;
  const addSentences = async (word: string, sentences: readonly SentenceText[]) => {
    const body = { sentences: sentences.map(({ sentence, mdr_targeted }) => ({ word, sentence, mdr_targeted })) };
    const { results } = await callSentence('POST /api/v1/book/:bid/sentence', { params: { bid }, body });
    if (results.success) return results.act_idx;
    const message = results.rows?.[0]?.message ?? results.error_msg ?? '';
    throw new ApiError(422, { code: 'book.rows_refused', message });
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
      say(t('book.sentence_deleted'), deleted.results.act_idx);
    }, t('book.sentence_delete_failed'));
  };

  const removeWord = ({ word_idx, word }: RowWord): void => {
    const title = `${t('common.delete')}: ${readableWord(word)}`;
    const question = { title, body: t('CMN-18'), agree: t('common.delete'), phrase: true };
    act(async () => {
      const deleted = await askToDelete({ of: 'word', id: word_idx, ...question }, (seen) =>
        call('DELETE /api/v1/book/:bid/word/:word_idx', { params: { bid, word_idx }, query: { seen } }),
      );
      if (!deleted) return;
      show((now) => withoutWord(now, word_idx));
      say(t('book.word_deleted'), deleted.results.act_idx);
    }, t('book.word_delete_failed'));
  };

  const removeAudio = (sentence: SentenceRecord): void => {
    const question = { title: t('book.sentence_audio_remove'), body: t('book.sentence_audio_remove_text') };
    act(async () => {
      if (!(await confirm({ ...question, danger: true }))) return;
      const acts: number[] = [];
      for (const { target_ctl, target_id, type, path } of sentence.files) {
        const body = { target_ctl, target_id, file_type: type, file_path: path };
        const { results } = await callFile('DELETE /api/v1/file', { body });
        if (results.act_idx !== undefined) acts.push(results.act_idx);
      }
      await reload(sentence);
      say(t('book.sentence_audio_removed'), acts);
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

  const heard = ({ act_idx: saved }: SavedSentence) => say(t('book.audio_saved_count', { count: 1 }), saved);

  return { rename, rewrite, add, addAgain, removeSentence, removeWord, removeAudio, heard, more };
}
