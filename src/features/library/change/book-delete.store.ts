import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { isSelected, type Selection } from '#kernel/records/selection.ts';
import type { Context } from '#kernel/work/context.ts';
import type { BookFilter } from '../find/book-filter.contract.ts';
import { selectableBooks } from '../find/book-selection.store.ts';
import { bookTitleJoins, currentTexts, fieldNames } from '../rows/staged-rows.store.ts';

const bidsOf = (bidxs: readonly number[]) =>
  sql<{ bid: string }>`select bid from book where bidx = any(${bidxs}::integer[]) order by bidx`;

export async function findBidsOf(db: Database, bidxs: readonly number[]): Promise<string[]> {
  const { rows } = await bidsOf(bidxs).execute(db);
  return rows.map(({ bid }) => bid);
}

/** Locks books until the transaction ends, so that no new references to them can be added; yields their bids. */
export async function lockBidsOf(db: Database, bidxs: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ bid: string }>`${bidsOf(bidxs)} for update`.execute(db);
  return rows.map(({ bid }) => bid);
}

/** The keys of the books with these bids, in order. */
export async function findKeys(db: Database, bids: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ bidx: number }>`
    select bidx from book where bid = any(${bids}::text[]) order by bidx`.execute(db);
  return rows.map(({ bidx }) => bidx);
}

export async function findTitles(db: Database, bids: readonly string[]): Promise<{ bid: string; title: string }[]> {
  return db
    .selectFrom('book')
    .select(['bid', 'title'])
    .where(sql<boolean>`bid = any(${bids}::text[])`)
    .orderBy('bid')
    .execute();
}

/** Counts the parts that are deleted with the selected books, except those of kept books. */
export async function countParts(
  ctx: Context,
  selection: Selection<BookFilter>,
  kept: readonly string[],
): Promise<{ words: number; sentences: number; files: number }> {
  const { rows } = await sql<{ words: number; sentences: number; files: number }>`
    with gone as materialized (
      select b.bidx from book b where ${isSelected(selectableBooks(ctx), selection)} and not b.bid = any(${kept}::text[])
    ),
    said as (
      select count(*) as sentences, count(audio_key) as files from sentence
      where word_idx in (select word_idx from word where bidx in (table gone))
    )
    select (select count(*) from word where bidx in (table gone)) as words, said.sentences,
      said.files + (select count(*) from book_image where bidx in (table gone))
        + (select count(*) from book_content where bidx in (table gone)) as files
    from said`.execute(ctx.db);
  return rows[0] ?? { words: 0, sentences: 0, files: 0 };
}

/** Deletes the books and their parts, and records the values of their fields; returns the count. */
export async function deleteBooks(ctx: Context, act: number, bids: readonly string[]): Promise<number> {
  const result = await sql`
    with had as materialized (
      select b.bidx, b.bid, ${currentTexts(fieldNames)} as texts
      from book b ${bookTitleJoins} where b.bid = any(${bids}::text[])
    ),
    gone as (delete from book using had where book.bidx = had.bidx returning had.bid, had.texts)
    ${storeEffects(act, 'book', {
      from: sql`gone`,
      id: sql`bid`,
      before: sql`(select jsonb_object_agg(key, value) from jsonb_each(texts) where value <> '""')`,
    })}`.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
}
