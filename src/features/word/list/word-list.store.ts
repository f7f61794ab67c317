import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Audio } from '../audio/audio.ts';
import type { ListedWord } from './word-list.rules.ts';

/** The words of books with their sentences, by bid; locked until the transaction ends. */
export async function lockWordsOf(db: Database, bids: readonly string[]): Promise<Map<string, ListedWord[]>> {
  await sql`select from book where bid = any(${bids}::text[]) order by bidx for no key update`.execute(db);
  return findWordsOf(db, bids);
}

/** The words of books with their sentences, by bid. */
export async function findWordsOf(db: Database, bids: readonly string[]): Promise<Map<string, ListedWord[]>> {
  const { rows } = await sql<{ bid: string; words: ListedWord[] }>`
    select b.bid, coalesce(jsonb_agg(jsonb_build_object('word_idx', w.word_idx, 'word', w.word, 'sentences', (
        select coalesce(jsonb_agg(jsonb_build_object('sent_idx', s.sent_idx, 'sentence', s.sentence,
          'mdr_targeted', s.mdr_targeted, 'audio', s.audio_key) order by s.sent_idx), '[]')
        from sentence s where s.word_idx = w.word_idx
      )) order by w.word_idx) filter (where w.word_idx is not null), '[]') as words
    from book b left join word w using (bidx) where b.bid = any(${bids}::text[]) group by b.bidx`.execute(db);
  return new Map(rows.map(({ bid, words }) => [bid, words]));
}

/** Notes audio that was uploaded for a release. */
export async function noteAudio(
  { db, now }: Context,
  { audio_key, audio_type, audio_size, audio_ms }: Audio,
): Promise<void> {
  const unused_since = now.toISOString();
  await db.insertInto('kept_audio').values({ audio_key, audio_type, audio_size, audio_ms, unused_since }).execute();
}

/** Notes the audio of the sentences of a book, of which a release, or with `restoring` its undo, is about to take some away. */
export async function noteAudioOf({ db, now }: Context, bid: string, restoring: boolean): Promise<void> {
  const since = restoring ? now.toISOString() : null;
  await sql`
    insert into kept_audio as k (audio_key, audio_type, audio_size, audio_ms, unused_since)
    select s.audio_key, s.audio_type, s.audio_size, s.audio_ms, ${since}::timestamptz
    from sentence s join word w using (word_idx) join book b using (bidx)
    where b.bid = ${bid} and s.audio_key is not null
    on conflict (audio_key) do update set unused_since = excluded.unused_since where k.unused_since is not null`.execute(
    db,
  );
}

/** Those of these files that are kept. */
export const findStoredAudio = (db: Database, keys: readonly string[]): Promise<Audio[]> =>
  db
    .selectFrom('kept_audio')
    .select(['audio_key', 'audio_type', 'audio_size', 'audio_ms'])
    .where(sql<boolean>`audio_key = any(${keys}::text[])`)
    .execute();

/** Those of these files that sentences have, or that are kept. */
export async function findAudio(db: Database, keys: readonly string[]): Promise<Audio[]> {
  if (keys.length === 0) return [];
  const columns = sql`audio_key, audio_type, audio_size, audio_ms`;
  const { rows } = await sql<Audio>`
    select ${columns} from sentence where audio_key = any(${keys}::text[])
    union select ${columns} from kept_audio where audio_key = any(${keys}::text[])`.execute(db);
  return rows;
}
