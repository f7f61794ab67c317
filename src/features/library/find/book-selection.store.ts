import { sql } from 'kysely';
import { findBids } from '#features/book/book-record.public.ts';
import { bookMessages } from '#features/book/book-words.public.ts';
import { isSelected, type Selectable, type Selection } from '#kernel/records/selection.ts';
import type { Context } from '#kernel/work/context.ts';
import type { BookFilter } from './book-filter.contract.ts';
import { bookMatches } from './book-search.read.ts';

/** Books as a selectable kind. */
export const selectableBooks = (ctx: Context): Selectable<BookFilter> => ({
  from: sql`book b`,
  key: sql`b.bidx`,
  id: sql`b.bid`,
  matches: (filter) => bookMatches(ctx, filter),
});

/** Rejects a selection that names an unknown bid, before any book is touched. */
export async function requireKnown(ctx: Context, selection: Selection<BookFilter>): Promise<void> {
  if (!('ids' in selection)) return;
  const known = new Set(await findBids(ctx.db, selection.ids));
  const unknown = selection.ids.filter((bid) => !known.has(bid));
  if (unknown.length === 0) return;
  const values = { bids: unknown.slice(0, 20).join(', ') };
  throw bookMessages.errorWith(404, 'book.some_not_found', { details: { bids: unknown.slice(0, 100) } }, values);
}

/** The bids of a selection, at most this many. */
export const listSelectedBids = async (...selected: Parameters<typeof listSelected>): Promise<string[]> =>
  (await listSelected(...selected)).map(({ bid }) => bid);

/** The numbers of the books of a selection, at most this many. */
export const listSelectedBooks = async (...selected: Parameters<typeof listSelected>): Promise<number[]> =>
  (await listSelected(...selected)).map(({ bidx }) => bidx);

async function listSelected(ctx: Context, selection: Selection<BookFilter>, limit: number) {
  await requireKnown(ctx, selection);
  const { rows } = await sql<{ bidx: number; bid: string }>`
    select b.bidx, b.bid from book b where ${isSelected(selectableBooks(ctx), selection)} order by b.bidx
    limit ${sql.lit(limit)}`.execute(ctx.db);
  return rows;
}
