import type { StagedChange } from '#kernel/changesets/kinds.ts';
import { byTitle } from '#kernel/messages/by-title.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import type { SentenceRecord } from '../words/sentence.contract.ts';
import { sentencesOfBook } from '../words/sentence.service.ts';
import { listWords } from '../words/word.store.ts';
import { audioIn, type ListedSentence, listIn, mergedWords } from './word-list.rules.ts';
import { findStoredAudio, findWordsOf } from './word-list.store.ts';
import { type RowWord, rowsOf, type StagedRows, type WordRow } from './word-rows.rules.ts';

/** The words and sentences of a book, a row each, in the order its readers expect. */
export async function readWordRows(ctx: Context, storage: Storage, bidx: number): Promise<WordRow[]> {
  const [words, sentences] = await Promise.all([listWords(ctx, bidx), sentencesOfBook(ctx, storage, bidx)]);
  return rowsOf(inOrder(ctx, words), sentences);
}

const inOrder = (ctx: Context, words: readonly RowWord[]) => {
  const order = byTitle(ctx.locale);
  return words.toSorted((a, b) => order({ title: a.word }, { title: b.word }));
};

/** The rows as a change in a release leaves them; `live` are the rows as they are. */
export async function readStagedRows(
  ctx: Context,
  storage: Storage,
  live: readonly WordRow[],
  { id: bid, base, fields, release }: StagedChange,
): Promise<StagedRows> {
  const now = (await findWordsOf(ctx.db, [bid])).get(bid) ?? [];
  const list = mergedWords(now, listIn(base), listIn(fields));
  const stored = new Map((await findStoredAudio(ctx.db, audioIn(list))).map((audio) => [audio.audio_key, audio]));
  const had = new Map(live.flatMap(({ sentence }) => (sentence ? [[sentence.sent_idx, sentence] as const] : [])));
  const filesOf = ({ sent_idx: id = 0, audio }: ListedSentence): Pick<SentenceRecord, 'audio_path' | 'files'> => {
    if (audio === null) return { audio_path: false, files: [] };
    const path = storage.publicUrl(audio);
    const { audio_path, files = [] } = had.get(id) ?? {};
    if (audio_path === path) return { audio_path, files };
    const { audio_size: size = 0, audio_ms: ms = 0 } = stored.get(audio) ?? {};
    return {
      audio_path: path,
      files: [{ target_ctl: 'sentence', target_id: id, type: 'audio', path, size, ms }],
    };
  };
  // Ids of new ones were drawn when they were put in.
  const words = list.map(({ word_idx = 0, word }) => ({ word_idx, word, version: 1 }));
  const sentences = list.flatMap(({ word_idx = 0, word, sentences: own }) =>
    own.map((one): SentenceRecord => {
      const { sent_idx = 0, sentence, mdr_targeted } = one;
      return { sent_idx, word_idx, bid, word, sentence, mdr_targeted, version: 1, ...filesOf(one) };
    }),
  );
  return { release, rows: rowsOf(inOrder(ctx, words), sentences) };
}
