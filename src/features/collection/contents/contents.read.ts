import { type RawBuilder, sql } from 'kysely';
import { isReadableOnMobile } from '#features/book/book.public.ts';
import type { Context } from '#kernel/context.ts';
import type { ContentType } from '../collection.rules.ts';
import { asRows, type ContentItem } from './contents.store.ts';

/** How many distinct books a collection reaches, and how many of them can be read on mobile. */
export interface Reached {
  web: number;
  mobile: number;
}

/**
 * The books `b` that items reach. A book stands in one series and one level, so each kind of item is looked up by its
 * own index; `union` leaves out books reached twice.
 */
export const booksOf = (items: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with items as (${items})
  select bidx from book where ser_idx in (select content_idx from items where content_type = 'series')
  union select bidx from book where lev_idx in (select content_idx from items where content_type = 'level')
  union select content_idx from items where content_type = 'book')`;

/** The items of the collection that `cidx` names. */
export const itemsOf = (cidx: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select content_type, content_idx from collection_content where cidx = ${cidx}`;

/** Counted anew each time: books join and leave series and levels without telling their collections. */
export const reachedCounts = (cidx: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select count(*) as web, count(*) filter (where ${isReadableOnMobile}) as mobile
  from ${booksOf(itemsOf(cidx))} reached join book b using (bidx)`;

export async function countReached(ctx: Context, cidx: number): Promise<Reached> {
  const { rows } = await sql<Reached>`${reachedCounts(sql`${cidx}`)}`.execute(ctx.db);
  return rows[0] ?? { web: 0, mobile: 0 };
}

/** An item as the collection shows it. */
export interface ContentLine extends ContentItem {
  title: string;
  /** The bid of a book, the series of a level. */
  detail: string | null;
  /** How many books it reaches. */
  books: number;
}

// Items on one page of a collection's contents.
export const contentsPageSize = 1000;

/** The items of a collection, series first, then levels and books, each by title. */
export async function listContents(
  ctx: Context,
  cidx: number,
  { page = 1, size = contentsPageSize, type }: { page?: number; size?: number; type?: ContentType | undefined } = {},
): Promise<{ rows: ContentLine[]; total: number }> {
  const ofType = type ? sql`and content_type = ${type}` : sql``;
  const [{ rows }, counted] = await Promise.all([
    sql<ContentLine>`
      select c.content_type, c.content_idx, coalesce(s.title, l.title, b.title) as title,
        coalesce(b.bid, ls.title) as detail,
        case c.content_type when 'book' then 1
          when 'series' then (select count(*) from book where book.ser_idx = c.ser_idx)
          else (select count(*) from book where book.lev_idx = c.lev_idx) end as books
      from collection_content c
      left join series s on s.ser_idx = c.ser_idx
      left join level l on l.lev_idx = c.lev_idx left join series ls on ls.ser_idx = l.ser_idx
      left join book b on b.bidx = c.bidx
      where c.cidx = ${cidx} ${ofType}
      order by case c.content_type when 'series' then 1 when 'level' then 2 else 3 end, title, c.content_idx
      limit ${size} offset ${(page - 1) * size}`.execute(ctx.db),
    sql<{ total: number }>`
      select count(*) as total from collection_content where cidx = ${cidx} ${ofType}`.execute(ctx.db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** What adding or removing items does to the books of a collection. */
export interface ContentImpact {
  already: number;
  books: number;
  reached: number;
  unpublished: number;
  no_mobile: number;
  elsewhere: { count: number; first: { cid: string; title: string }[] };
}

// How many other collections are named.
const named = 5;

/** The figures for a dialog before items are added to a collection, or removed from it. */
export async function impactOf(
  ctx: Context,
  cidx: number,
  items: readonly ContentItem[],
  act: 'add' | 'remove',
): Promise<ContentImpact> {
  const given = sql`select content_type, content_idx from ${asRows(items)}`;
  const contained = itemsOf(sql`${cidx}`);
  // Adding: who is there already. Removing: whom the items that stay still reach.
  const others = act === 'add' ? contained : sql`${contained} except ${given}`;
  const { rows } = await sql<Omit<ContentImpact, 'elsewhere'>>`
    with named as (select b.* from ${booksOf(given)} given join book b using (bidx)),
    other as (select bidx from ${booksOf(others)} other)
    select
      (select count(*) from (${given} intersect ${contained}) both_sides) as already,
      count(*) filter (where o.bidx is null) as books,
      count(*) filter (where o.bidx is not null) as reached,
      count(*) filter (where o.bidx is null and b.published_at is null) as unpublished,
      count(*) filter (where o.bidx is null and not ${isReadableOnMobile}) as no_mobile
    from named b left join other o using (bidx)`.execute(ctx.db);
  const [figures] = rows;
  const elsewhere = await reachedElsewhere(ctx, cidx, given);
  return { already: 0, books: 0, reached: 0, unpublished: 0, no_mobile: 0, ...figures, elsewhere };
}

/** The other collections that reach some of the books of these items. */
async function reachedElsewhere(ctx: Context, cidx: number, given: RawBuilder<unknown>) {
  const { rows } = await sql<{ cid: string; title: string; count: number }>`
    with books as (select b.bidx, b.ser_idx, b.lev_idx from ${booksOf(given)} given join book b using (bidx)),
    found as (
      select cidx from collection_content where bidx in (select bidx from books)
      union select cidx from collection_content where ser_idx in (select ser_idx from books)
      union select cidx from collection_content where lev_idx in (select lev_idx from books)
    )
    select c.cid, coalesce(t.title, c.cid) as title, count(*) over () as count
    from found join collection c using (cidx)
    left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
    where c.cidx <> ${cidx} order by c.cid limit ${sql.lit(named)}`.execute(ctx.db);
  return { count: rows[0]?.count ?? 0, first: rows.map(({ cid, title }) => ({ cid, title })) };
}
