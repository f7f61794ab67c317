import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { countFound, isBestFirst, shownOrder } from '#kernel/db/list-page.ts';
import { offsetOf, type Page, pagingLimit } from '#kernel/db/paging.ts';
import type { ShownPageRequest } from '#kernel/mount/list.ts';
import type { Context } from '#kernel/work/context.ts';
import type { BookFilter } from '../find/book-filter.contract.ts';
import { type BookOrder, inOrder, orderJoin } from '../find/book-order.read.ts';
import { bookMatches } from '../find/book-search.read.ts';
import { type BookCells, selectCells } from './book-cells.read.ts';

type BookPageRequest = ShownPageRequest<BookOrder['key']>;
type BookListQuery = BookFilter & BookPageRequest;

/** A book in the list, with the cells of the visible columns. */
export interface BookListRow extends BookCells {
  bid: string;
  title: string;
  /** The folder of its cover; on the screen, the address of its thumbnail. */
  cover: string | null;
  version: number;
}

/** One page of the list. */
export async function listBooks(
  ctx: Context,
  filter: BookFilter,
  request: BookPageRequest,
): Promise<Page<BookListRow>> {
  const { order, page } = request;
  const query = { ...filter, ...request };
  const shown = { page, order: shownOrder(filter.search_val, order) };
  if (Object.values(filter).some(Boolean)) {
    return { ...(await listMatches(ctx.db, query, bookMatches(ctx, filter))), ...shown };
  }
  const total = await ctx.cached({ key: 'all books', read: () => countFound(ctx.db, sql`select 1 from book b`) });
  return { rows: await readPage(ctx.db, query, sql`select b.* from book b`), total, ...shown };
}

/**
 * A filtered list is read in one of three ways. Whatever the planner estimates, few matches are looked up once, then
 * sorted by key; the planner may scan the books in order only if there are so many matches that a page of them fills up
 * quickly.
 */
async function listMatches(
  db: Database,
  query: BookListQuery,
  matches: RawBuilder<boolean>,
): Promise<Pick<Page<BookListRow>, 'rows' | 'total'>> {
  const few = await readFew(db, query, matches);
  if (few.total <= pagingLimit) return few;
  const { total } = few;
  const found = sql`select b.* from book b where ${matches}`;
  const { search_val: text, order } = query;
  const isBest = isBestFirst(text, order);
  if ((await expectedRows(db, matches)) < many) {
    // The offset is an optimization fence between the search and the sort.
    return { rows: await readPage(db, query, sql`${found} offset 0`, isBest ? titleRank(text) : undefined), total };
  }
  return { rows: await (isBest ? readTitleFirst(db, query, text, found) : readPage(db, query, found)), total };
}

// Up to this many matches are searched and sorted faster than scanning past the other books. Rows.
const many = 40_000;

/**
 * The matches and a page of them, unless there are too many. The keys are an array for the planner, which looks up each
 * of them: of a joined list it would not know that it is short.
 */
async function readFew(db: Database, query: BookListQuery, matches: RawBuilder<boolean>) {
  const few = sql`select b.* from book b
    where b.bidx = any((select ids from found where total <= ${sql.lit(pagingLimit)})::integer[])`;
  const { rows } = await sql<BookListRow & { bid: string | null; nth: number; total: number }>`
    with found as materialized (
      select count(*) as total, array_agg(bidx) as ids
      from (select b.bidx from book b where ${matches} limit ${sql.lit(pagingLimit + 1)}) found)
    select found.total, page.* from found left join (${pageOf(query, few)}) page on true order by page.nth`.execute(db);
  const shown = rows.filter(({ bid }) => bid !== null).map(({ total: _total, nth: _nth, ...row }) => row);
  return { rows: shown, total: rows[0]?.total ?? 0 };
}

/** The number of rows the planner expects, from its statistics. */
async function expectedRows(db: Database, matches: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from book b where ${matches}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

const begins = (text: string) => sql`starts_with(b.title_sort, strip(${text}))`;
const latestFirst = sql`b.updated_at desc, b.bidx desc`;

/**
 * Of more than a few matches only those whose titles begin with the text are best, by title: ranking each would read
 * them all. The others are in the list's own order.
 */
const titleRank = (text: string) => sql`
  not ${begins(text)},
  case when ${begins(text)} then b.title_sort end, case when ${begins(text)} then b.bidx end,
  ${latestFirst}`;

/** A page of very many books: as many of both kinds as it can need are read in the order of an index. */
function readTitleFirst(db: Database, query: BookListQuery, text: string, found: RawBuilder<unknown>) {
  const { page, size } = query;
  const limit = sql`limit ${sql.lit(offsetOf(page, size) + size)}`;
  const candidates = sql`
    select b.* from book b where b.bidx in (
      (select b.bidx from (${found}) b where ${begins(text)} order by b.title_sort, b.bidx ${limit})
      union (select b.bidx from (${found}) b order by ${latestFirst} ${limit}))`;
  return readPage(db, query, candidates, titleRank(text));
}

async function readPage(
  db: Database,
  query: BookListQuery,
  found: RawBuilder<unknown>,
  by?: RawBuilder<unknown>,
): Promise<BookListRow[]> {
  const { rows } = await sql<BookListRow & { nth: number }>`${pageOf(query, found, by)} order by page.nth`.execute(db);
  return rows.map(({ nth: _nth, ...row }) => row);
}

/** Selects a page of what is found; `nth` is the position of a row. */
const pageOf = (
  { order, page, size, columns, search_val: text }: BookListQuery,
  found: RawBuilder<unknown>,
  by: RawBuilder<unknown> = inOrder(text, order),
) => sql`
  select ${sql.join([
    sql`page.nth, b.bid, b.title, b.version`,
    sql`(select folder from book_image i where i.bidx = b.bidx and i.kind = 'cover') as cover`,
    ...selectCells(columns),
  ])}
  from (
    select bidx, row_number() over () as nth from (
      select b.bidx from (${found}) b ${orderJoin(order)} order by ${by}
      limit ${sql.lit(size)} offset ${sql.lit(offsetOf(page, size))}
    ) page
  ) page
  join book b using (bidx)`;

/** The kinds of records that change which books a filter finds. */
export const countedKinds = ['book', 'word', 'sentence', 'series'];

/** The number of books a filter finds, up to a limit. */
export const countMatches = (ctx: Context, filter: BookFilter): Promise<number> =>
  countFound(ctx.db, sql`select 1 from book b where ${bookMatches(ctx, filter)}`);
