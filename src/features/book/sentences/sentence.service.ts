import type { Context } from '#kernel/context.ts';
import { requireFresh } from '#kernel/stale.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { bookMessages } from '../book.messages.ts';
import { type Audio, removeAudio } from './audio.ts';
import type { NewSentence, SentenceChange, SentenceRecord } from './sentence.contract.ts';
import {
  deleteSentence,
  findSentence,
  findSentenceLocked,
  findWord,
  insertSentence,
  listSentences,
  type StoredSentence,
  updateSentence,
} from './sentence.store.ts';

const entity = 'sentence';

/** A sentence as callers see it: its audio by address. */
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

function required(row: StoredSentence | undefined): StoredSentence {
  if (!row) throw bookMessages.error(404, 'book.sentence_not_found');
  return row;
}

export async function sentencesOf(ctx: Context, storage: Storage, wordIdx: number): Promise<SentenceRecord[]> {
  return (await listSentences(ctx, wordIdx)).map((row) => show(storage, row));
}

export async function getSentence(ctx: Context, storage: Storage, sentIdx: number): Promise<SentenceRecord> {
  return show(storage, required(await findSentence(ctx.db, sentIdx)));
}

/** The word a sentence is to be added to: one of this book, and with this text where the caller names it. */
export async function getWord(
  ctx: Context,
  { bid, word_idx, word }: { bid: string; word_idx: number; word?: string | undefined },
): Promise<string> {
  const found = await findWord(ctx.db, bid, word_idx);
  if (!found || (word !== undefined && word !== found.word)) throw bookMessages.error(404, 'book.word_not_found');
  return found.word;
}

/** Adds a sentence; one that the word has already is refused by the database. */
export async function addSentence(
  ctx: Context,
  storage: Storage,
  fields: NewSentence,
  audio: Audio | null,
): Promise<SentenceRecord> {
  await getWord(ctx, fields);
  const { bid, word_idx: wordIdx, sentence, mdr_targeted } = fields;
  const id = await insertSentence(ctx.db, wordIdx, { sentence, mdr_targeted, ...audio });
  const made = await findSentence(ctx.db, id).then(required);
  ctx.audit({ entity, id, action: 'sentence.created', after: { word: made.word, ...textsOf(made) } });
  told(ctx, id, bid);
  return show(storage, made);
}

/** Changes what differs; a save that changes nothing leaves no trace. The audio before goes once that is certain. */
export async function changeSentence(
  ctx: Context,
  storage: Storage,
  id: number,
  { version, sentence, mdr_targeted, ...named }: SentenceChange,
  audio: Audio | null,
): Promise<SentenceRecord> {
  const before = required(await findSentenceLocked(ctx.db, id));
  requireNamed(before, named);
  await requireFresh(ctx, { entity, id, current: before.version, loaded: version, record: textsOf(before) });
  const wanted = { sentence: sentence ?? before.sentence, mdr_targeted: mdr_targeted ?? before.mdr_targeted };
  const same = wanted.sentence === before.sentence && wanted.mdr_targeted === before.mdr_targeted;
  if (same && !audio) return show(storage, before);
  await updateSentence(ctx.db, id, { ...wanted, ...audio });
  return recordChange(ctx, storage, before, audio ? 'replaced' : 'kept');
}

/** Who names the word or book of a sentence as well is told when it is another. */
function requireNamed(
  row: StoredSentence,
  { bid = row.bid, word_idx = row.word_idx, word = row.word }: Partial<SentenceChange>,
): void {
  const isSame = bid === row.bid && word_idx === row.word_idx && word === row.word;
  if (!isSame) throw bookMessages.error(404, 'book.sentence_not_found');
}

/** Takes the audio at this address away from a sentence. */
export async function removeSentenceAudio(ctx: Context, storage: Storage, id: number, path: string): Promise<void> {
  const before = required(await findSentenceLocked(ctx.db, id));
  if (before.audio_key === null || storage.publicUrl(before.audio_key) !== path) {
    throw bookMessages.error(404, 'book.sentence_no_audio');
  }
  await updateSentence(ctx.db, id, { audio_key: null, audio_type: null, audio_size: null, audio_ms: null });
  await recordChange(ctx, storage, before, 'replaced');
}

export async function removeSentence(ctx: Context, storage: Storage, id: number): Promise<void> {
  const before = required(await findSentenceLocked(ctx.db, id));
  await deleteSentence(ctx.db, id);
  ctx.audit({ entity, id, action: 'sentence.deleted', before: { word: before.word, ...textsOf(before) } });
  told(ctx, id, before.bid);
  removeAudio(ctx, storage, [before]);
}

async function recordChange(
  ctx: Context,
  storage: Storage,
  before: StoredSentence,
  audio: 'kept' | 'replaced',
): Promise<SentenceRecord> {
  const { sent_idx: id, bid } = before;
  const after = await findSentence(ctx.db, id).then(required);
  ctx.audit({ entity, id, action: 'sentence.updated', before: textsOf(before), after: textsOf(after) });
  told(ctx, id, bid);
  if (audio === 'replaced') removeAudio(ctx, storage, [before]);
  return show(storage, after);
}

/** Readers see sentences in the portal's reading notes: both the sentence and its book are news to them. */
function told(ctx: Context, id: number, bid: string): void {
  ctx.changed(entity, id);
  ctx.changed('book', bid);
}

/** What the trail tells of a sentence. */
const textsOf = ({ sentence, mdr_targeted, audio_key }: StoredSentence) => ({
  sentence,
  mdr_targeted,
  audio: audio_key,
});
