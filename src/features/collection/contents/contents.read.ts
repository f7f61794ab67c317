import { type RawBuilder, sql } from 'kysely';
import { bookSearch, bookWordsMatch, readBookIds } from '#features/library/book-search.public.ts';
import { missingIn } from '#kernel/db/listed-ids.ts';
import { textMatches } from '#kernel/db/text-search.ts';
import { mostListed } from '#kernel/text/search-text.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { type ContentType, contentTypes } from '../collection.rules.ts';
import type { ContentItem } from '../contents.store.ts';

/** How many distinct books a collection reaches, and how many of them can be read on mobile. */
export interface Reached {
  web: number;
  mobile: number;
}

/**
 * The books `b` that items reach. A book is in one series and one level, so each kind of item is looked up by its
 * own index; `union` removes duplicates.
 */
export const booksOf = (items: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with items as (${items})
  select bidx from book where ser_idx in (select content_idx from items where content_type = 'series')
  union select bidx from book where lev_idx in (select content_idx from items where content_type = 'level')
  union select content_idx from items where content_type = 'book')`;

/** The items of the collection that `cidx` names. */
export const itemsOf = (cidx: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select content_type, content_idx from collection_content where cidx = ${cidx}`;

/**
 * Counted anew each time, since books join and leave series and levels without notifying their collections. A book is
 * in exactly one level, so the books of the levels reached, each level once, and the single books of other levels add
 * up. The first part is an index-only scan by level.
 */
export const reachedCounts = (cidx: RawBuilder<unknown>): RawBuilder<unknown> => {
  const items = (type: ContentType) => sql`
    select content_idx from collection_content where cidx = ${cidx} and content_type = ${type}`;
  return sql`
    with reached (lev_idx) as materialized (
      select lev_idx from level where ser_idx in (${items('series')}) union ${items('level')})
    select count(*) as web, count(*) filter (where is_mobile) as mobile from (
      select is_mobile from reached join book using (lev_idx)
      union all select is_mobile from book b where b.bidx in (${items('book')})
        and not exists (select from reached where reached.lev_idx = b.lev_idx)
    ) books`;
};

/** A query for the keys of the collections that reach a book, directly or by its series or level. */
export const reachingOf = (bid: string): RawBuilder<unknown> => sql`
  select item.cidx from book reached join collection_content item
    on item.bidx = reached.bidx or item.ser_idx = reached.ser_idx or item.lev_idx = reached.lev_idx
  where reached.bid = ${bid}`;

export async function countReached(ctx: Context, cidx: number): Promise<Reached> {
  const { rows } = await sql<Reached>`${reachedCounts(sql`${cidx}`)}`.execute(ctx.db);
  return rows[0] ?? { web: 0, mobile: 0 };
}

/** How many items of each type a collection contains. */
export async function countItems(ctx: Context, cidx: number): Promise<Record<ContentType, number>> {
  const { rows } = await sql<{ type: ContentType; count: number }>`
    select content_type as type, count(*) as count from collection_content
    where cidx = ${cidx} group by content_type`.execute(ctx.db);
  const counts = new Map(rows.map(({ type, count }) => [type, count]));
  return Object.fromEntries(contentTypes.map((type) => [type, counts.get(type) ?? 0])) as Record<ContentType, number>;
}

/** An item as shown in the collection. */
export interface ContentListRow extends ContentItem {
  title: string;
  /** The bid of a book, the series of a level. */
  detail: string | null;
  /** How many books it reaches. */
  books: number;
}

/** The columns of a {@link ContentListRow}, of series `s`, level `l` in series `ls`, or book `b`. */
const rowColumns = sql`
  coalesce(s.title, l.title, b.title) as title, coalesce(b.bid, ls.title) as detail,
  case when s.ser_idx is not null then (select count(*) from book where book.ser_idx = s.ser_idx)
    when l.lev_idx is not null then (select count(*) from book where book.lev_idx = l.lev_idx)
    else 1 end as books`;

/** The folded text that searches match. */
const rowText = sql<string>`coalesce(b.search, strip(concat_ws(' ', s.title, l.title, ls.title)))`;

/** Words of an item, or a pasted list of bids and ISBNs. */
const rowMatches = (text: string) => {
  const contains = bookWordsMatch(rowText, text);
  const areListed = sql`(b.bidx is not null and ${bookSearch.matches(text)})`;
  return readBookIds(text) === null ? contains : sql`(${contains} or ${areListed})`;
};

// Page sizes of a collection's contents: for programs, and in a panel.
export const contentsPageSize = 1000;
export const contentRowsPageSize = 200;

interface Shown {
  page: number;
  size: number;
  type?: ContentType;
  search?: string;
}

/** The items of a collection, series first, then levels and books, each by title. */
export async function listContents(
  ctx: Context,
  cidx: number,
  { page, size, type, search = '' }: Shown,
): Promise<{ lines: ContentListRow[]; total: number; missing?: string[] }> {
  const found = sql`
    from collection_content c
    left join series s on s.ser_idx = c.ser_idx
    left join level l on l.lev_idx = c.lev_idx left join series ls on ls.ser_idx = l.ser_idx
    left join book b on b.bidx = c.bidx
    where ${sql.join(
      [
        sql`c.cidx = ${cidx}`,
        ...(type ? [sql`c.content_type = ${type}`] : []),
        ...(search ? [rowMatches(search)] : []),
      ],
      sql` and `,
    )}`;
  const isContained = sql<boolean>`exists (
    select from collection_content c where c.cidx = ${cidx} and c.bidx = b.bidx)`;
  const [{ rows }, counted, listed] = await Promise.all([
    sql<ContentListRow>`
      select c.content_type, c.content_idx, ${rowColumns} ${found}
      order by case c.content_type when 'series' then 1 when 'level' then 2 else 3 end, title, c.content_idx
      limit ${size} offset ${(page - 1) * size}`.execute(ctx.db),
    sql<{ total: number }>`select count(*) as total ${search ? found : sql`from (${onlyOf(cidx, type)}) c`}`.execute(
      ctx.db,
    ),
    type === 'book' ? bookSearch.listed(ctx.db, search, isContained) : null,
  ]);
  const total = counted.rows[0]?.total ?? 0;
  return { lines: rows, total, ...missingIn(listed, { total }) };
}

// Without a search, the count does not need the titles.
const onlyOf = (cidx: number, type: ContentType | undefined) => sql`
  select from collection_content where cidx = ${cidx} ${type ? sql`and content_type = ${type}` : sql``}`;

// How many candidates of each type are offered, but for a list of books.
const offered = 8;

interface Candidates {
  rows: (ContentListRow & { contained: boolean })[];
  missing?: string[];
}

/** Items that can be added to a collection and match a search: series, levels, then books, best match first. */
export async function findCandidates(ctx: Context, cidx: number, search: string): Promise<Candidates> {
  if (search === '') return { rows: [] };
  const matching = (text: RawBuilder<string>) => sql.join(textMatches(text, search), sql` and `);
  const exact = (title: RawBuilder<string>) => sql`strip(${title}) <> strip(${search})`;
  const ranked = (order: RawBuilder<unknown>) => sql`row_number() over (order by ${order}) as place`;
  const best = sql`order by place limit ${sql.lit(offered)}`;
  const listed = await bookSearch.listed(ctx.db, search, sql`true`);
  // Levels in the order of their series: by title, "Book 10" would come before "Book 2".
  const { rows } = await sql<ContentListRow & { contained: boolean }>`
    with found as (
      (select 'series' as content_type, s.ser_idx as content_idx, 1 as kind,
          ${ranked(sql`${exact(sql`s.title`)}, s.title, s.ser_idx`)}
        from series s where ${matching(sql`strip(s.title)`)} ${best})
      union all (select 'level', l.lev_idx, 2, ${ranked(sql`${exact(sql`l.title`)}, s.position, l.position, l.lev_idx`)}
        from level l join series s using (ser_idx) where ${matching(sql`strip(s.title || ' ' || l.title)`)} ${best})
      union all (select 'book', b.bidx, 3, ${ranked(sql`b.bid <> ${search}, ${exact(sql`b.title`)}, b.title, b.bidx`)}
        from (select * from book b where ${bookSearch.matches(search)} limit ${sql.lit(mostListed)}) b
        ${listed ? sql`` : best})
    )
    select f.content_type, f.content_idx, ${rowColumns}, c.cidx is not null as contained
    from found f
    left join series s on f.content_type = 'series' and s.ser_idx = f.content_idx
    left join level l on f.content_type = 'level' and l.lev_idx = f.content_idx
    left join series ls on ls.ser_idx = l.ser_idx
    left join book b on f.content_type = 'book' and b.bidx = f.content_idx
    left join collection_content c
      on c.cidx = ${cidx} and c.content_type = f.content_type and c.content_idx = f.content_idx
    order by f.kind, f.place`.execute(ctx.db);
  return { rows, ...missingIn(listed, { total: rows.length }) };
}

/** Which of these a collection contains as items of their own: the bids of books, the ids of series or levels. */
export async function listContainedIds(
  ctx: Context,
  cidx: number,
  type: ContentType,
  ids: readonly string[],
): Promise<string[]> {
  const id = type === 'book' ? sql`b.bid` : sql`c.content_idx::text`;
  const { rows } = await sql<{ id: string }>`
    select ${id} as id from collection_content c left join book b using (bidx)
    where c.cidx = ${cidx} and c.content_type = ${type} and ${id} = any(${ids}::text[]) order by 1`.execute(ctx.db);
  return rows.map((row) => row.id);
}
