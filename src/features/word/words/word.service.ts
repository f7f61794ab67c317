import { touchBook } from '#features/book/book-act.public.ts';
import { bookMessages } from '#features/book/book-words.public.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { changeRecord, type RecordKind, recordCreated } from '#kernel/records/change-record.ts';
import { requireSeen } from '#kernel/records/losses.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { leaveAudio, restoreSentences } from './left-audio.service.ts';
import { deleteSentencesOfWord, listSentences } from './sentence.store.ts';
import {
  deleteWord,
  findBookKeys,
  findWord,
  insertDeletedWord,
  insertWord,
  lockWord,
  type StoredWord,
  updateWord,
  type WordKey,
} from './word.store.ts';
import { wordLosses } from './word-losses.read.ts';

const entity = 'word';

// The id of a word includes its book: its trail links to the book's page.
const trailId = ({ bid, word_idx }: WordKey) => `${bid}/${word_idx}`;

const kind: RecordKind<WordKey, StoredWord> = {
  entity,
  missing: () => bookMessages.error(404, 'book.word_not_found'),
  find: (ctx, key) => findWord(ctx.db, key),
  lock: (ctx, key) => lockWord(ctx.db, key),
  id: trailId,
  audited: ({ word }) => ({ word }),
  partOf: ({ bid }) => ({ entity: 'book', id: bid }),
  announce: async (ctx, { bid, word_idx }) => {
    ctx.changed(entity, word_idx);
    await touchBook(ctx, bid);
  },
};

/** Adds a word to a book, under an id if one was drawn for it earlier; the database rejects a word that it already has. */
export async function addWord(ctx: Context, bid: string, word: string, drawn?: number): Promise<number> {
  const bidx = (await findBookKeys(ctx.db, [bid])).get(bid);
  if (bidx === undefined) throw bookMessages.error(404, 'book.not_found');
  const wordIdx = await insertWord(ctx.db, bidx, word, drawn);
  ctx.audit({
    entity,
    id: trailId({ bid, word_idx: wordIdx }),
    action: 'word.created',
    after: { word },
    of: { entity: 'book', id: bid },
  });
  ctx.changed(entity, wordIdx);
  await touchBook(ctx, bid);
  return wordIdx;
}

/** Renames a word, for all its sentences; the database rejects a word that the book already has. */
export function renameWord(
  ctx: Context,
  key: WordKey,
  { word, version }: { word: string; version?: number | undefined },
): Promise<StoredWord> {
  const write = () => updateWord(ctx.db, key.word_idx, word);
  return changeRecord(ctx, kind, key, { version, values: { word }, write });
}

interface Removal extends WordKey {
  /** The losses that the person agreed to. */
  seen?: string | undefined;
  /** Only if it has no sentences. */
  isEmpty?: boolean;
}

/** Deletes a word with its sentences and their audio. */
export async function removeWord(
  ctx: Context,
  storage: Storage,
  { bid, word_idx: wordIdx, seen, isEmpty = false }: Removal,
): Promise<void> {
  const found = await lockWord(ctx.db, { bid, word_idx: wordIdx });
  if (!found) throw bookMessages.error(404, 'book.word_not_found');
  await requireSeen(ctx, wordLosses, wordIdx, seen);
  const sentences = await listSentences(ctx, wordIdx);
  if (isEmpty && sentences.length > 0) throw bookMessages.error(409, 'book.word_has_sentences');
  const act = await beginAct(ctx);
  await deleteSentencesOfWord(ctx.db, act, wordIdx);
  await deleteWord(ctx.db, act, wordIdx);
  ctx.audit({
    entity,
    id: trailId(found),
    action: 'word.deleted',
    before: { word: found.word, sentences: sentences.map((one) => one.sentence) },
    of: { entity: 'book', id: bid },
    act,
  });
  ctx.changed(entity, wordIdx);
  await touchBook(ctx, bid);
  await leaveAudio(ctx, storage, sentences);
}

/** Puts back a word that an act deleted, and its sentences. */
export async function restoreWord(ctx: Context, storage: Storage, key: WordKey, act: number): Promise<void> {
  await insertDeletedWord(ctx.db, act);
  await restoreSentences(ctx, storage, act);
  await recordCreated(ctx, kind, key);
}
