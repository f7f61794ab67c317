import { touchBook } from '#features/book/book-act.public.ts';
import { bookMessages } from '#features/book/book-words.public.ts';
import { beginAct } from '#kernel/records/acts.ts';
import {
  changeRecord,
  getRecord,
  type RecordKind,
  recordCreated,
  removeRecord,
} from '#kernel/records/change-record.ts';
import { isFileAt } from '#kernel/storage/file-owners.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Audio } from '../audio/audio.ts';
import { leaveAudio, restoreSentences } from './left-audio.service.ts';
import type { NewSentence, SentenceChange, SentenceRecord } from './sentence.contract.ts';
import {
  deleteSentence,
  findSentence,
  insertSentence,
  listBookSentences,
  listSentences,
  lockSentence,
  type StoredSentence,
  updateSentence,
} from './sentence.store.ts';
import { findWord } from './word.store.ts';

const entity = 'sentence';

/** A sentence as callers see it, with the address of its audio. */
function show(
  storage: Storage,
  { audio_key: key, audio_size, audio_ms, mdr_targeted, ...row }: StoredSentence,
): SentenceRecord {
  const path = key !== null && storage.publicUrl(key);
  const file = { target_ctl: entity, target_id: row.sent_idx, type: 'audio' } as const;
  return {
    ...row,
    mdr_targeted: mdr_targeted === 'Y' ? 'Y' : 'N',
    audio_path: path,
    files: path === false ? [] : [{ ...file, path, size: audio_size ?? 0, ms: audio_ms ?? 0 }],
  };
}

const kind: RecordKind<number, StoredSentence> = {
  entity,
  missing: () => bookMessages.error(404, 'book.sentence_not_found'),
  find: (ctx, id) => findSentence(ctx.db, id),
  lock: (ctx, id) => lockSentence(ctx.db, id),
  id: ({ sent_idx }) => sent_idx,
  audited: ({ word, sentence, mdr_targeted, audio_key }) => ({ word, sentence, mdr_targeted, audio: audio_key }),
  partOf: ({ bid }) => ({ entity: 'book', id: bid }),
  // Readers see sentences in the portal's reading notes: both the sentence and its book have changed for them.
  announce: async (ctx, { sent_idx: id, bid }) => {
    ctx.changed(entity, id);
    await touchBook(ctx, bid);
  },
};

export async function sentencesOf(ctx: Context, storage: Storage, wordIdx: number): Promise<SentenceRecord[]> {
  return (await listSentences(ctx, wordIdx)).map((row) => show(storage, row));
}

/** The sentences of all words of a book. */
export async function sentencesOfBook(ctx: Context, storage: Storage, bidx: number): Promise<SentenceRecord[]> {
  return (await listBookSentences(ctx, bidx)).map((row) => show(storage, row));
}

export async function getSentence(ctx: Context, storage: Storage, sentIdx: number): Promise<SentenceRecord> {
  return show(storage, await getRecord(ctx, kind, sentIdx));
}

/**
 * The word to add a sentence to: it must be in this book, and have this text if the caller gives it. If the word is
 * deleted meanwhile, the database rejects the sentence.
 */
export async function getWord(
  ctx: Context,
  { bid, word_idx, word }: { bid: string; word_idx: number; word?: string | undefined },
): Promise<string> {
  const found = await findWord(ctx.db, { bid, word_idx });
  if (!found || (word !== undefined && word !== found.word)) throw bookMessages.error(404, 'book.word_not_found');
  return found.word;
}

/** Adds a sentence, under an id if one was drawn for it earlier; the database rejects one that the word already has. */
export async function addSentence(
  ctx: Context,
  storage: Storage,
  fields: NewSentence,
  audio: Audio | null,
  drawn?: number,
): Promise<SentenceRecord> {
  await getWord(ctx, fields);
  const { word_idx: wordIdx, sentence, mdr_targeted } = fields;
  const id = await insertSentence(ctx.db, wordIdx, { sentence, mdr_targeted, ...audio }, drawn);
  return show(storage, await recordCreated(ctx, kind, id));
}

/**
 * Changes the fields that differ; a save without changes writes nothing. The previous audio is kept for an undo.
 */
export async function changeSentence(
  ctx: Context,
  storage: Storage,
  id: number,
  { version, sentence, mdr_targeted, ...named }: SentenceChange,
  audio: Audio | null,
): Promise<SentenceRecord> {
  const after = await changeRecord(ctx, kind, id, {
    version,
    check: (before) => requireNamed(before, named),
    values: { sentence, mdr_targeted, ...audio },
    write: async (differing, before) => {
      if (audio) await leaveAudio(ctx, storage, [before]);
      return updateSentence(ctx.db, id, differing);
    },
  });
  return show(storage, after);
}

/** If the caller also names the word or book of a sentence, they must match. */
function requireNamed(
  row: StoredSentence,
  { bid = row.bid, word_idx = row.word_idx, word = row.word }: Partial<SentenceChange>,
): void {
  const isSame = bid === row.bid && word_idx === row.word_idx && word === row.word;
  if (!isSame) throw bookMessages.error(404, 'book.sentence_not_found');
}

/** Removes the audio at this address from a sentence. */
export async function removeSentenceAudio(ctx: Context, storage: Storage, id: number, path: string): Promise<void> {
  await takeAudio(ctx, storage, id, ({ audio_key: key }) => {
    if (key === null || !isFileAt(storage, key, path)) throw bookMessages.error(404, 'book.sentence_no_audio');
  });
}

/** Removes the audio that a sentence has. */
export async function takeAudio(
  ctx: Context,
  storage: Storage,
  id: number,
  check: (before: StoredSentence) => void = () => undefined,
): Promise<void> {
  await changeRecord(ctx, kind, id, {
    version: undefined,
    check,
    values: { audio_key: null, audio_type: null, audio_size: null, audio_ms: null },
    write: async (differing, before) => {
      await leaveAudio(ctx, storage, [before]);
      return updateSentence(ctx.db, id, differing);
    },
  });
}

/** Deletes a sentence with its audio. */
export async function removeSentence(ctx: Context, storage: Storage, id: number): Promise<void> {
  const act = await beginAct(ctx);
  const removed = await removeRecord(ctx, kind, id, () => deleteSentence(ctx.db, act, id), { act });
  await leaveAudio(ctx, storage, [removed]);
}

/** Puts back a sentence that an act deleted. */
export async function restoreSentence(ctx: Context, storage: Storage, id: number, act: number): Promise<void> {
  await restoreSentences(ctx, storage, act);
  await recordCreated(ctx, kind, id);
}
