import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { deleteRestorable, insertDeleted, type RestorableTable } from '#kernel/records/restorable-rows.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Audio } from '../audio/audio.ts';

/** A sentence with its word and book. */
export interface StoredSentence {
  sent_idx: number;
  word_idx: number;
  bid: string;
  word: string;
  sentence: string;
  mdr_targeted: string;
  audio_key: string | null;
  audio_size: number | null;
  audio_ms: number | null;
  version: number;
}

const record = (db: Database) =>
  db
    .selectFrom('sentence as s')
    .innerJoin('word as w', 'w.word_idx', 's.word_idx')
    .innerJoin('book as b', 'b.bidx', 'w.bidx')
    .select(['s.sent_idx', 's.word_idx', 'b.bid', 'w.word', 's.sentence', 's.mdr_targeted'])
    .select(['s.audio_key', 's.audio_size', 's.audio_ms', 's.version']);

export function listSentences(ctx: Context, wordIdx: number): Promise<StoredSentence[]> {
  return record(ctx.db).where('s.word_idx', '=', wordIdx).orderBy('s.sent_idx').execute();
}

/** The sentences of all words of a book. */
export function listBookSentences(ctx: Context, bidx: number): Promise<StoredSentence[]> {
  return record(ctx.db).where('w.bidx', '=', bidx).orderBy('s.sent_idx').execute();
}

export function findSentence(db: Database, sentIdx: number): Promise<StoredSentence | undefined> {
  return record(db).where('s.sent_idx', '=', sentIdx).executeTakeFirst();
}

/** Locks a sentence until the transaction ends: its book first, the same lock order as deleting a book. */
export function lockSentence(db: Database, sentIdx: number): Promise<StoredSentence | undefined> {
  return record(db).where('s.sent_idx', '=', sentIdx).forNoKeyUpdate('b').forUpdate('s').executeTakeFirst();
}

/** The columns of a sentence besides its word. */
type SentenceColumns = { sentence: string; mdr_targeted: string } & Partial<Audio>;

/** Adds a sentence, under an id if one was drawn for it earlier; returns its id. */
export async function insertSentence(
  db: Database,
  wordIdx: number,
  { sentence, mdr_targeted, audio_key, audio_type, audio_size, audio_ms }: SentenceColumns,
  drawn?: number,
): Promise<number> {
  const { rows } = await sql<{ sent_idx: number }>`
    insert into sentence (sent_idx, word_idx, sentence, mdr_targeted, audio_key, audio_type, audio_size, audio_ms)
    overriding system value
    values (coalesce(${drawn ?? null}::integer, nextval(pg_get_serial_sequence('sentence', 'sent_idx'))::integer),
      ${wordIdx}, ${sentence}, ${mdr_targeted}, ${audio_key ?? null}, ${audio_type ?? null},
      ${audio_size ?? null}::integer, ${audio_ms ?? null}::integer)
    returning sent_idx`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`insertSentence: sentence of word ${wordIdx} was inserted, but no id came back`);
  return row.sent_idx;
}

export async function updateSentence(
  db: Database,
  sentIdx: number,
  columns: Partial<SentenceColumns> | Partial<Record<keyof Audio, null>>,
): Promise<void> {
  await db
    .updateTable('sentence')
    .set(columns)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('sent_idx', '=', sentIdx)
    .execute();
}

/** Without audio, whose files may be gone by then. */
const restorable: RestorableTable = {
  entity: 'sentence',
  table: 'sentence',
  key: 'sent_idx',
  columns: ['sent_idx', 'word_idx', 'sentence', 'mdr_targeted', 'version'],
  audited: sql`jsonb_build_object('sentence', sentence, 'mdr_targeted', mdr_targeted, 'audio', audio_key)`,
};

/** Deletes a sentence as part of an act that keeps it. */
export const deleteSentence = (db: Database, act: number, sentIdx: number): Promise<void> =>
  deleteRestorable(db, act, restorable, sql`sent_idx = ${sentIdx}`);

/** Deletes all sentences of a word as part of an act that keeps them. */
export const deleteSentencesOfWord = (db: Database, act: number, wordIdx: number): Promise<void> =>
  deleteRestorable(db, act, restorable, sql`word_idx = ${wordIdx}`);

/** Inserts the sentences that an act deleted, without audio; the database rejects them if their word is gone. */
export const insertDeletedSentences = (db: Database, act: number): Promise<void> => insertDeleted(db, act, restorable);

/** The sentences that an act deleted, as they were. */
const deletedBy = (act: number) => sql`
  select d.* from act_record r, jsonb_populate_record(null::sentence, r.undo) d
  where r.act_idx = ${act}::bigint and r.entity = ${restorable.entity}`;

/** The audio of the sentences that an act deleted. */
export async function listDeletedAudio(db: Database, act: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select audio_key as key from (${deletedBy(act)}) d where audio_key is not null`.execute(db);
  return rows.map(({ key }) => key);
}

/** Gives sentences that an act deleted, and that are back, this audio of theirs. */
export async function setDeletedAudio(db: Database, act: number, keys: readonly string[]): Promise<void> {
  await sql`
    update sentence s
    set (audio_key, audio_type, audio_size, audio_ms) = (d.audio_key, d.audio_type, d.audio_size, d.audio_ms)
    from (${deletedBy(act)}) d where s.sent_idx = d.sent_idx and d.audio_key = any(${keys}::text[])`.execute(db);
}

/** The given keys that sentences refer to, or may refer to once a release is applied or undone. */
export async function findAudioKeys(ctx: Context, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select audio_key as key from sentence where audio_key = any(${keys}::text[])
    union select audio_key from kept_audio where audio_key = any(${keys}::text[])`.execute(ctx.db);
  return rows.map(({ key }) => key);
}
