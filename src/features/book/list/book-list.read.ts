import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { countFound, sortDirection } from '#kernel/db/list-page.ts';
import { offsetOf, type Page, pagingLimit } from '#kernel/db/paging.ts';
import type { ListPreferences } from '#kernel/http/list-preferences.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { type BookCells, selectCells } from './book-cells.read.ts';
import type { BookFilter } from './book-filter.contract.ts';
import { type BookOrder, orderColumn, orderJoin } from './book-order.read.ts';
import { bookMatches } from './book-search.read.ts';

export type BookListQuery = BookFilter & { order: BookOrder; page: number; preferences: ListPreferences };

/** A book in the list, with the cells of the visible columns. */
export interface BookListRow extends BookCells {
  bid: string;
  title: string;
  /** The folder of its cover; on the screen, the address of its thumbnail. */
  cover: string | null;
  version: number;
}

/** One page of the list. */
export async function listBooks(ctx: Context, query: BookListQuery): Promise<Page<BookListRow>> {
  const { order: _order, page, preferences: _preferences, ...filter } = query;
  if (Object.values(filter).some(Boolean)) return listMatches(ctx.db, query, bookMatches(ctx, filter));
  const total = await countFound(ctx.db, sql`select 1 from book b`);
  return { rows: await readPage(ctx.db, query, sql`select b.* from book b`), total, page };
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
): Promise<Page<BookListRow>> {
  const { page } = query;
  const ids = await findIds(db, matches);
  if (ids.length === 0) return { rows: [], total: 0, page };
  const found = async () => {
    if (ids.length <= pagingLimit) return sql`select b.* from book b where b.bidx = any(${ids}::integer[])`;
    // The offset is an optimization fence between the search and the sort.
    const apart = (await expectedRows(db, matches)) < many ? sql`offset 0` : sql``;
    return sql`select b.* from book b where ${matches} ${apart}`;
  };
  return { rows: await readPage(db, query, await found()), total: ids.length, page };
}

// Up to this many matches are searched and sorted faster than scanning past the other books. Rows.
const many = 40_000;

async function findIds(db: Database, matches: RawBuilder<boolean>): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(bidx), '{}') as ids
    from (select b.bidx from book b where ${matches} limit ${sql.lit(pagingLimit + 1)}) found`.execute(db);
  return rows[0]?.ids ?? [];
}

/** The number of rows the planner expects, from its statistics. */
async function expectedRows(db: Database, matches: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from book b where ${matches}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

async function readPage(
  db: Database,
  { order, page, preferences }: BookListQuery,
  found: RawBuilder<unknown>,
): Promise<BookListRow[]> {
  const direction = sortDirection(order);
  const { rows } = await sql<BookListRow>`
    select ${sql.join([
      sql`b.bid, b.title, b.version`,
      sql`(select folder from book_image i where i.bidx = b.bidx and i.kind = 'cover') as cover`,
      ...selectCells(preferences.columns),
    ])}
    from (
      select b.bidx, ${orderColumn(order)} as key from (${found}) b ${orderJoin(order)}
      order by ${orderColumn(order)} ${direction}, b.bidx ${direction}
      limit ${sql.lit(preferences.size)} offset ${sql.lit(offsetOf(page, preferences.size))}
    ) page
    join book b using (bidx)
    order by page.key ${direction}, page.bidx ${direction}`.execute(db);
  return rows;
}

/** The number of books a filter finds, up to a limit. */
export const countMatches = (ctx: Context, filter: BookFilter): Promise<number> =>
  countFound(ctx.db, sql`select 1 from book b where ${bookMatches(ctx, filter)}`);
