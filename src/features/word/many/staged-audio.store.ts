import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import type { Audio } from '../audio/audio.ts';
import { storeBooksOfSentences } from './sentence-bulk.store.ts';

/** The new audio of one sentence. */
export interface SentenceAudio extends Audio {
  sent_idx: number;
}

/** The sentences of these words that need audio. */
export function findTargetedSentences(
  db: Database,
  words: readonly number[],
): Promise<{ sent_idx: number; word_idx: number }[]> {
  return db
    .selectFrom('sentence')
    .select(['sent_idx', 'word_idx'])
    .where('mdr_targeted', '=', 'Y')
    .where(sql<boolean>`word_idx = any(${words}::integer[])`)
    .orderBy('sent_idx')
    .execute();
}

/**
 * Sets the audio of sentences and records what the act changed: each sentence, and the number per book. Returns the
 * sentences it reached with their previous keys.
 */
export async function setAudio(
  db: Database,
  act: number,
  audio: readonly SentenceAudio[],
): Promise<{ sent_idx: number; before: string | null }[]> {
  const column = (name: keyof SentenceAudio) => sql`${audio.map((one) => one[name])}`;
  // Locked in a fixed order, so that two acts cannot deadlock.
  const { rows } = await sql<{ sent_idx: number; before: string | null }>`
    with given as (
      select * from unnest(${column('sent_idx')}::integer[], ${column('audio_key')}::text[], ${column('audio_type')}::text[],
        ${column('audio_size')}::integer[], ${column('audio_ms')}::integer[]) as given (sent_idx, key, type, size, ms)
    ),
    held as materialized (
      select s.sent_idx, s.audio_key from sentence s join given using (sent_idx)
      where s.mdr_targeted = 'Y' order by s.sent_idx for update of s
    ),
    written as (
      update sentence s
      set audio_key = given.key, audio_type = given.type, audio_size = given.size, audio_ms = given.ms, version = s.version + 1
      from given join held using (sent_idx)
      where s.sent_idx = given.sent_idx
      returning s.sent_idx, s.word_idx, held.audio_key as before, given.key as after
    ),
    sentences as (${storeEffects(act, 'sentence', {
      from: sql`written`,
      id: sql`sent_idx::text`,
      before: sql`jsonb_build_object('audio', before)`,
      after: sql`jsonb_build_object('audio', after)`,
    })}),
    books as (${storeBooksOfSentences(act, 'audio')})
    select sent_idx, before from written`.execute(db);
  return rows;
}
