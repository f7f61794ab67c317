import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import type { UndoableKind } from '#kernel/records/undo.ts';
import type { ReadSentence } from './sentence-bulk.rules.ts';

/** How an act that adds sentences is undone: those unchanged since are removed. */
export const undoableSentences: UndoableKind = {
  entity: 'sentence',
  table: 'sentence',
  id: 'sent_idx',
  key: 'sent_idx',
  state: sql`jsonb_build_object('word_idx', sentence.word_idx, 'sentence', sentence.sentence,
    'mdr_targeted', sentence.mdr_targeted, 'audio_key', sentence.audio_key)`,
};

/**
 * Adds the words that books do not have yet, and records them; returns the count. In a fixed order, so that two acts
 * cannot deadlock.
 */
export async function insertMissingWords(
  db: Database,
  act: number,
  sentences: readonly ReadSentence[],
): Promise<number> {
  const words = new Map(sentences.map(({ bidx, word }) => [`${bidx} ${word}`, { bidx, word }]));
  const given = [...words.values()];
  const result = await sql`
    with made as (
    insert into word (bidx, word)
    select bidx, word
    from unnest(${given.map((one) => one.bidx)}::integer[], ${given.map((one) => one.word)}::text[]) as given (bidx, word)
    where not exists (select 1 from word w where w.bidx = given.bidx and w.word = given.word)
    order by bidx, word
    on conflict (bidx, word) do nothing
    returning word_idx, bidx, word)
    ${storeEffects(act, 'word', {
      from: sql`made join book using (bidx)`,
      id: sql`bid || '/' || word_idx`,
      after: sql`jsonb_build_object('word', word)`,
      undo: sql`jsonb_build_object('word_idx', word_idx)`,
    })}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/**
 * Adds the sentences that their words do not have yet, and records what the act created: each sentence, and the number
 * per book. Returns the number of new sentences.
 *
 * Words and sentences are looked up one by one by index, not joined: until they are vacuumed, tables whose rows were
 * deleted are estimated as empty, and joined with a nested loop over all pairs of rows. A sentence whose word has been
 * deleted meanwhile is skipped.
 */
export async function insertMissingSentences(
  db: Database,
  act: number,
  sentences: readonly ReadSentence[],
): Promise<number> {
  const column = (name: keyof ReadSentence) => sql`${sentences.map((one) => one[name])}`;
  const { rows } = await sql<{ count: number }>`
    with placed as (
      select (select w.word_idx from word w where w.bidx = given.bidx and w.word = given.word) as word_idx,
        sentence, mdr_targeted, row_no
      from unnest(${column('bidx')}::integer[], ${column('word')}::text[], ${column('sentence')}::text[], ${column('mdr_targeted')}::text[])
        with ordinality as given (bidx, word, sentence, mdr_targeted, row_no)
      offset 0
    ),
    given as (
      select word_idx, sentence, mdr_targeted from placed
      where word_idx is not null and (select true from sentence s where s.word_idx = placed.word_idx and s.sentence = placed.sentence) is null
      order by word_idx, row_no
    ),
    written as (
      insert into sentence (word_idx, sentence, mdr_targeted)
      select word_idx, sentence, mdr_targeted from given
      on conflict (word_idx, sentence) do nothing
      returning sent_idx, word_idx, sentence, mdr_targeted, ${undoableSentences.state} as state
    ),
    sentences as (${storeEffects(act, 'sentence', {
      from: sql`written join word using (word_idx)`,
      id: sql`sent_idx::text`,
      after: sql`jsonb_build_object('sentence', sentence, 'mdr_targeted', mdr_targeted)`,
      undo: sql`state || jsonb_build_object('bidx', word.bidx)`,
    })}),
    books as (${storeBooksOfSentences(act, 'sentences')})
    select count(*)::integer as count from written`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Records for each book how many of its sentences an act has `written`, under the name its history counts them by. */
export const storeBooksOfSentences = (act: number, name: 'sentences' | 'audio') =>
  storeEffects(act, 'book', {
    from: sql`(select bid, count(*) from written join word using (word_idx) join book using (bidx) group by bid) counted`,
    id: sql`bid`,
    before: sql`'{}'::jsonb`,
    after: sql`jsonb_build_object(${sql.lit(name)}, count)`,
  });
