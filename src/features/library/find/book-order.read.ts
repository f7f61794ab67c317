import { type RawBuilder, sql } from 'kysely';
import { isBestFirst, type Sort, sortDirection, sortReader } from '#kernel/db/list-page.ts';
import { matchRank } from '#kernel/db/text-search.ts';

// Each has an index in its order, so a page costs the same however many books there are.
const columns = {
  bid: sql`b.bid`,
  title: sql`b.title_sort`,
  series: sql`s.title`,
  level: sql`l.title`,
  format: sql`b.format`,
  author: sql`b.author_sort`,
  published: sql`coalesce(b.published_at, '-infinity'::timestamptz)`,
  isbn_print: sql`b.isbn_print`,
  isbn_spindle: sql`b.isbn_spindle`,
  created: sql`b.created_at`,
  updated: sql`b.updated_at`,
} as const;

/** What the list of books can be sorted by. */
const keys = [
  'bid',
  'title',
  'series',
  'level',
  'format',
  'author',
  'published',
  'isbn_print',
  'isbn_spindle',
  'created',
  'updated',
] as const;

export type BookOrder = Sort<(typeof keys)[number]>;

/** Reads an order from a URL; by default the latest change first. */
export const readOrder = sortReader(keys, { key: 'updated', descending: true });

/** What the books `b` of a list are sorted by; needs {@link orderJoin}. */
export function inOrder(text: string | undefined, order: BookOrder): RawBuilder<unknown> {
  if (isBestFirst(text, order)) {
    const row = { title: sql<string>`b.title_sort`, search: sql<string>`b.search` };
    return sql`${matchRank(row, text, sql`b.bid`)}, ${columns.title}, b.bidx`;
  }
  const direction = sortDirection(order);
  return sql`${columns[order.key]} ${direction}, b.bidx ${direction}`;
}

/** Joins the table whose title the books are sorted by. */
export function orderJoin({ key }: BookOrder): RawBuilder<unknown> {
  if (key === 'series') return sql`join series s on s.ser_idx = b.ser_idx`;
  if (key === 'level') return sql`join level l on l.lev_idx = b.lev_idx`;
  return sql``;
}
