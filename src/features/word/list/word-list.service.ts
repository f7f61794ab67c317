import { bookMessages } from '#features/book/book-words.public.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Audio } from '../audio/audio.ts';
import { addSentence, changeSentence, removeSentence, removeSentenceAudio } from '../words/sentence.service.ts';
import { addWord, removeWord, renameWord } from '../words/word.service.ts';
import { audioIn, type ListedSentence, type ListedWord } from './word-list.rules.ts';
import { findStoredAudio, lockWordsOf, noteAudioOf } from './word-list.store.ts';

interface Setting {
  ctx: Context;
  storage: Storage;
  bid: string;
  audioOf: (key: string) => Audio;
}

/**
 * Makes a list the words of a book, through the same functions as single changes. Files that go stay for an undo; those that
 * go because of one, with `restoring`, for a day.
 */
export async function setWords(
  given: Context,
  storage: Storage,
  bid: string,
  wanted: readonly ListedWord[],
  restoring: boolean,
): Promise<void> {
  // Not even after the commit.
  const ctx: Context = { ...given, afterCommit: () => undefined };
  const now = (await lockWordsOf(ctx.db, [bid])).get(bid);
  if (!now) throw bookMessages.error(404, 'book.not_found');
  await noteAudioOf(ctx, bid, restoring);
  const setting = { ctx, storage, bid, audioOf: await findAudio(ctx, wanted) };
  const had = new Map(now.map((word) => [word.word_idx, word]));
  const stays = new Set(wanted.map(({ word_idx }) => word_idx));
  for (const { word_idx } of now)
    if (word_idx !== undefined && !stays.has(word_idx))
      await removeWord(ctx, storage, { bid, word_idx, seen: undefined });
  for (const word of wanted) await setWord(setting, had.get(word.word_idx), word);
}

async function setWord(setting: Setting, had: ListedWord | undefined, { word_idx, word, sentences }: ListedWord) {
  const { ctx, storage, bid } = setting;
  if (had && word_idx !== undefined && had.word !== word) await renameWord(ctx, { bid, word_idx }, { word });
  const id = had && word_idx !== undefined ? word_idx : await addWord(ctx, bid, word, word_idx);
  const before = new Map((had?.sentences ?? []).map((sentence) => [sentence.sent_idx, sentence]));
  const stays = new Set(sentences.map(({ sent_idx }) => sent_idx));
  for (const sentIdx of before.keys())
    if (sentIdx !== undefined && !stays.has(sentIdx)) await removeSentence(ctx, storage, sentIdx);
  for (const sentence of sentences) await setSentence(setting, id, before.get(sentence.sent_idx), sentence);
}

async function setSentence(
  { ctx, storage, bid, audioOf }: Setting,
  wordIdx: number,
  had: ListedSentence | undefined,
  { sent_idx, sentence, mdr_targeted, audio: key }: ListedSentence,
): Promise<void> {
  if (!had || sent_idx === undefined) {
    const fields = { bid, word_idx: wordIdx, sentence, mdr_targeted };
    await addSentence(ctx, storage, fields, key === null ? null : audioOf(key), sent_idx);
    return;
  }
  if (key === null && had.audio !== null) await removeSentenceAudio(ctx, storage, sent_idx, had.audio);
  const isReplaced = key !== null && key !== had.audio;
  if (isReplaced || had.sentence !== sentence || had.mdr_targeted !== mdr_targeted)
    await changeSentence(ctx, storage, sent_idx, { sentence, mdr_targeted }, isReplaced ? audioOf(key) : null);
}

/** The audio of a list: of its sentences now or earlier, or uploaded for a release. */
async function findAudio(ctx: Context, words: readonly ListedWord[]): Promise<Setting['audioOf']> {
  const known = new Map((await findStoredAudio(ctx.db, audioIn(words))).map((audio) => [audio.audio_key, audio]));
  return (key) => {
    const audio = known.get(key);
    if (!audio) throw bookMessages.error(422, 'book.sentence_no_audio');
    return audio;
  };
}
