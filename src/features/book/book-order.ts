import { type RawBuilder, sql } from 'kysely';

// Each has an index that gives its order, so that a page costs the same however many books there are.
const columns = {
  bid: sql`b.bid`,
  title: sql`b.title_sort`,
  series: sql`s.title`,
  level: sql`l.title`,
  format: sql`b.format`,
  author: sql`b.author_sort`,
  published: sql`coalesce(b.published_at, '-infinity'::timestamptz)`,
  updated: sql`b.updated_at`,
} as const;

const keys = ['bid', 'title', 'series', 'level', 'format', 'author', 'published', 'updated'] as const;

/** The order of a list of books; `bidx` decides among equals. */
export interface BookOrder {
  key: (typeof keys)[number];
  descending: boolean;
}

/** Reads an order as URLs say it, 'title' or 'title.desc'; anything else is the latest change first. */
export function readOrder(text: string | undefined): BookOrder {
  const [name, direction] = (text ?? '').split('.');
  const key = keys.find((one) => one === name);
  return key ? { key, descending: direction === 'desc' } : { key: 'updated', descending: true };
}

export const orderText = ({ key, descending }: BookOrder): string => (descending ? `${key}.desc` : key);

/** What book `b` is sorted by; needs {@link orderJoin}. */
export const orderColumn = (order: BookOrder): RawBuilder<unknown> => columns[order.key];

export const orderDirection = (order: BookOrder): RawBuilder<unknown> => (order.descending ? sql`desc` : sql`asc`);

/** Joins the table whose title the books are sorted by. */
export function orderJoin({ key }: BookOrder): RawBuilder<unknown> {
  if (key === 'series') return sql`join series s on s.ser_idx = b.ser_idx`;
  if (key === 'level') return sql`join level l on l.lev_idx = b.lev_idx`;
  return sql``;
}
