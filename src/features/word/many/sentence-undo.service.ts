import { sql } from 'kysely';
import { touchBooks } from '#features/book/book-act.public.ts';
import type { Acts } from '#kernel/records/act-undo.ts';
import { idsOfAct, storeEffects } from '#kernel/records/acts.ts';
import { type ActPart, lockRecords, summarizeAct, untouchedRecords } from '#kernel/records/undo.ts';
import type { SetBack } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';
import { undoableSentences } from './sentence-bulk.store.ts';

/** Sentences that an act added go where nobody has changed them, and the words it added for them. */
export const sentencesBack: SetBack = {
  set: undoableSentences,
  foresee: async (ctx, part, count) => {
    const { books, live } = await countBooks(ctx, part);
    return { effects: [{ text: 'book.undo_deletes_sentences', values: { count, books } }], live };
  },
  write: undoSentences,
  locks: true,
};

/** Removes the sentences that an act added and nobody has changed. */
export async function undoSentences(ctx: Context, acts: Acts) {
  // The books first, the same lock order as deleting a book.
  await touchBooks(ctx, booksOf(acts));
  await lockRecords(ctx.db, acts, undoableSentences);
  const { changed: kept } = await summarizeAct(ctx.db, acts, undoableSentences, 0);
  const back = await removeSentences(ctx, acts);
  const words = await removeEmptyWords(ctx, acts);
  await storeCounts(ctx, acts);
  return { back, kept, outcome: { sentences: back, words, kept } };
}

/** The books in which an act added sentences, or those that are undone: yields `bid`. */
const booksOf = ({ of, only }: ActPart) =>
  only
    ? sql`
      select b.bid from act_record d join book b on b.bidx = (d.undo ->> 'bidx')::integer
      where d.act_idx = ${of}::bigint and d.entity = 'sentence' and d.record_id = any(${only}::text[])`
    : idsOfAct(of, 'book');

/** The books in which the undo of an act removes sentences, by their ids. */
export async function listBooksOf({ db }: Context, part: ActPart): Promise<string[]> {
  const { rows } = await sql<{ bid: string }>`
    select distinct bid from (${booksOf(part)}) as own (bid)`.execute(db);
  return rows.map(({ bid }) => bid);
}

/** How many books would lose sentences, and how many of these are published. */
async function countBooks(ctx: Context, part: ActPart): Promise<{ books: number; live: number }> {
  const { rows } = await sql<{ books: number; live: number }>`
    select count(*)::integer as books, count(b.published_at)::integer as live
    from (select distinct (d.undo ->> 'bidx')::integer as bidx from (${untouchedRecords(part, undoableSentences)}) d) own
    join book b using (bidx)`.execute(ctx.db);
  return rows[0] ?? { books: 0, live: 0 };
}

async function removeSentences(ctx: Context, { act, ...part }: Acts): Promise<number> {
  const result = await sql`
    with done as materialized (${untouchedRecords(part, undoableSentences)}),
    gone as (
      delete from sentence s using done d where s.sent_idx = d.record_id::integer returning d.record_id, d.after
    )
    ${storeEffects(act, 'sentence', { from: sql`gone`, id: sql`record_id`, before: sql`after` })}`.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
}

/** The words the act added that nobody has renamed and that no longer have any sentence; of some, those of its sentences. */
async function removeEmptyWords(ctx: Context, { of, act, only }: Acts): Promise<number> {
  const isChosen = only
    ? sql`(d.undo ->> 'word_idx')::integer in (
        select (s.undo ->> 'word_idx')::integer from act_record s
        where s.act_idx = ${of}::bigint and s.entity = 'sentence' and s.record_id = any(${only}::text[]))`
    : sql`true`;
  const result = await sql`
    with gone as (
      delete from word w using act_record d
      where d.act_idx = ${of}::bigint and d.entity = 'word' and w.word_idx = (d.undo ->> 'word_idx')::integer and w.word = d.after ->> 'word'
        and ${isChosen} and not exists (select from sentence s where s.word_idx = w.word_idx)
      returning d.record_id, d.after
    )
    ${storeEffects(act, 'word', { from: sql`gone`, id: sql`record_id`, before: sql`after` })}`.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
}

/** Records in the history of each book how many sentences were removed. */
async function storeCounts(ctx: Context, { of, act }: Acts): Promise<void> {
  await sql`
    with counted as (
      select b.bid, count(*) as count
      from act_record gone
      join act_record made on made.act_idx = ${of}::bigint and made.entity = 'sentence' and made.record_id = gone.record_id
      join book b on b.bidx = (made.undo ->> 'bidx')::integer
      where gone.act_idx = ${act}::bigint and gone.entity = 'sentence' group by b.bid
    )
    ${storeEffects(act, 'book', {
      from: sql`counted`,
      id: sql`bid`,
      before: sql`jsonb_build_object('sentences', count)`,
      after: sql`'{}'::jsonb`,
    })}`.execute(ctx.db);
}
