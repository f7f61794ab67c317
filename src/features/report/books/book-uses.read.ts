import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';

/** Where a book is used. */
export interface BookUses {
  /** The collections that reach it, directly or by its series or level. */
  collections: number;
  roadmaps: number;
  /** The registrations for those collections. */
  registrations: number;
}

/** Where some books are used, by bid. */
export async function findBookUses(ctx: Context, bids: readonly string[]): Promise<Record<string, BookUses>> {
  const { rows } = await sql<BookUses & { bid: string }>`
    with reaching as materialized (
      select distinct b.bidx, c.cidx
      from book b join collection_content c on c.bidx = b.bidx or c.ser_idx = b.ser_idx or c.lev_idx = b.lev_idx
      where b.bid = any(${bids}::text[])
    ), registered as materialized (
      select cidx, sum(registrations) as registrations from registration_day
      where cidx in (select cidx from reaching) group by cidx
    )
    select b.bid, count(r.cidx) as collections, coalesce(sum(g.registrations), 0)::bigint as registrations,
      (select count(*) from roadmap_book m where m.bidx = b.bidx) as roadmaps
    from book b left join reaching r using (bidx) left join registered g using (cidx)
    where b.bid = any(${bids}::text[]) group by b.bidx`.execute(ctx.db);
  return Object.fromEntries(rows.map(({ bid, ...uses }) => [bid, uses]));
}
