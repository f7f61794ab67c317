import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { HistoryEntry, HistorySource } from '#kernel/histories.ts';
import { idx } from '#kernel/http/fields.ts';
import { insertActRows } from '../book-act.store.ts';
import type { ReadSentence } from './sentence-bulk.rules.ts';

/** Adds the words that books do not have yet; answers how many. In one order, so that two acts never wait for each other. */
export async function insertMissingWords(db: Database, sentences: readonly ReadSentence[]): Promise<number> {
  const words = new Map(sentences.map(({ bidx, word }) => [`${bidx} ${word}`, { bidx, word }]));
  const given = [...words.values()];
  const result = await sql`
    insert into word (bidx, word)
    select bidx, word
    from unnest(${given.map((one) => one.bidx)}::integer[], ${given.map((one) => one.word)}::text[]) as given (bidx, word)
    where not exists (select 1 from word w where w.bidx = given.bidx and w.word = given.word)
    order by bidx, word
    on conflict (bidx, word) do nothing`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/**
 * Adds the sentences that their words do not have yet, and keeps what the act made: of each sentence, and of each book
 * how many. Answers how many sentences it made.
 */
export async function insertMissingSentences(
  db: Database,
  act: number,
  sentences: readonly ReadSentence[],
): Promise<number> {
  const column = (name: keyof ReadSentence) => sql`${sentences.map((one) => one[name])}`;
  const { rows } = await sql<{ count: number }>`
    with given as (
      select w.word_idx, given.sentence, given.mdr_targeted
      from unnest(${column('bidx')}::integer[], ${column('word')}::text[], ${column('sentence')}::text[], ${column('mdr_targeted')}::text[])
        with ordinality as given (bidx, word, sentence, mdr_targeted, row_no)
      join word w on w.bidx = given.bidx and w.word = given.word
      where not exists (select 1 from sentence s where s.word_idx = w.word_idx and s.sentence = given.sentence)
      order by w.word_idx, given.row_no
    ),
    written as (
      insert into sentence (word_idx, sentence, mdr_targeted)
      select word_idx, sentence, mdr_targeted from given
      on conflict (word_idx, sentence) do nothing
      returning sent_idx, word_idx, sentence, mdr_targeted
    ),
    sentence_rows as (
      insert into sentence_act_row (act_idx, sent_idx, after)
      select ${act}::bigint, sent_idx, jsonb_build_object('sentence', sentence, 'mdr_targeted', mdr_targeted) from written
    ),
    book_rows as (${insertActRows(
      act,
      sql`
      select b.bid, null::jsonb as before, jsonb_build_object('sentences', count(*)) as after
      from written join word w using (word_idx) join book b using (bidx) group by b.bid`,
    )})
    select count(*)::integer as count from written`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The bulk acts that made a sentence, or gave it audio, for its history. */
export const sentenceActHistory: HistorySource = {
  entity: 'sentence',
  list: async (ctx, id, before, limit) => {
    const { rows } = await sql<HistoryEntry>`
      select a.audit_idx, extract(epoch from a.at)::bigint as at, a.actor, case when r.before is null then 'sentence.imported' else 'sentence.updated' end as action,
        r.before, r.after, a.reason
      from sentence_act_row r join audit a on a.entity = 'book_act' and a.entity_id = r.act_idx::text
      where r.sent_idx = ${idx.catch(0).parse(id)} and (${before ?? null}::bigint is null or a.audit_idx < ${before ?? null}::bigint)
      order by a.audit_idx desc limit ${limit}`.execute(ctx.db);
    return rows;
  },
};
