import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';

/**
 * Records that some part of a book has changed: its fields, words, sentences, files or units. Readers are notified, and
 * the undo of an earlier act leaves the book alone. The book stays locked until the transaction ends.
 */
export async function touchBook(ctx: Context, bid: string): Promise<void> {
  await ctx.db
    .updateTable('book')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('bid', '=', bid)
    .execute();
  ctx.changed('book', bid);
}

/**
 * Records that some part of the many books of one act has changed; the act notifies readers itself. `bids` yields `bid`.
 * Locked in a fixed order, so that two acts cannot deadlock.
 */
export async function touchBooks(ctx: Context, bids: RawBuilder<unknown>): Promise<void> {
  await sql`
    with held as materialized (select bidx from book where bid in (${bids}) order by bidx for no key update)
    update book b set revision = b.revision + 1 from held where b.bidx = held.bidx`.execute(ctx.db);
}
