import { type RawBuilder, sql } from 'kysely';
import { type BookWords, bookMatches } from '#features/book/book.public.ts';
import { type Sort, sortDirection } from '#kernel/db/list-page.ts';
import { offsetOf, type Page, pagingLimit } from '#kernel/db/paging.ts';
import type { SheetExport } from '#kernel/http/export.ts';
import type { Context } from '#kernel/work/context.ts';
import { inParts } from '../in-parts.ts';
import type { ReportWords } from '../report.messages.ts';
import { registeredFigures as names } from './registered.rules.ts';
import { type RegisteredFigures, registeredFigures } from './registered-figures.read.ts';
import type { RegisteredFilter } from './registered-filter.contract.ts';

/** A book that registrations reach through their collections. */
export interface RegisteredBook extends RegisteredFigures {
  bid: string;
  title: string;
  series: string;
  level: string;
  format: string;
  published: boolean;
  /** The collections that reach it and have registrations. */
  collections: number;
}

export const bookSortKeys = ['title', 'series', 'collections', ...names, 'first', 'last'] as const;
export type RegisteredBookOrder = Sort<(typeof bookSortKeys)[number]>;

const counts = ['collections', ...names] as const;
const sums = sql.join([
  sql`count(*) as collections`,
  ...names.map((name) => sql`sum(f.${sql.ref(name)})::bigint as ${sql.ref(name)}`),
  sql`min(f.first) as first, max(f.last) as last`,
]);

/**
 * The books that match a filter, with their figures, as the `with` clause of a statement. A book is in exactly one
 * level, so its figures are those of the collections that reach the level, summed once for all its books, plus those of
 * the collections that contain the book itself and do not reach its level.
 */
const found = (ctx: Context, filter: RegisteredFilter) => sql`
  with ${registeredFigures(ctx, filter)}, reaching as materialized (
    select l.lev_idx, i.cidx from figures join collection_content i using (cidx) join level l on l.ser_idx = i.ser_idx
    union select i.lev_idx, i.cidx from figures join collection_content i using (cidx) where i.lev_idx is not null
  ), of_level as materialized (
    select r.lev_idx, ${sums} from reaching r join figures f using (cidx) group by r.lev_idx
  ), of_book as materialized (
    select b.bidx, ${sums}
    from figures f join collection_content i using (cidx) join book b on b.bidx = i.bidx
    where not exists (select from reaching r where r.lev_idx = b.lev_idx and r.cidx = f.cidx) group by b.bidx
  ), found as materialized (
    select b.bidx, ${sql.join(
      counts.map((name) => sql`coalesce(l.${sql.ref(name)}, 0) + coalesce(o.${sql.ref(name)}, 0) as ${sql.ref(name)}`),
    )}, least(l.first, o.first) as first, greatest(l.last, o.last) as last
    from book b left join of_level l using (lev_idx) left join of_book o using (bidx)
    where (l.lev_idx is not null or o.bidx is not null) and ${bookMatches(ctx, { search_val: filter.search_val })}
  )`;

const orders: Partial<Record<RegisteredBookOrder['key'], RawBuilder<unknown>>> = {
  title: sql`b.title_sort`,
  series: sql`s.position`,
};

function inOrder(order: RegisteredBookOrder): RawBuilder<unknown> {
  const direction = sortDirection(order);
  return sql`${orders[order.key] ?? sql.ref(`f.${order.key}`)} ${direction}, f.bidx ${direction}`;
}

const inFull = sql`found f join book b using (bidx) join series s using (ser_idx) join level v using (lev_idx)`;

const columns = sql`
  b.bid, b.title, s.title as series, v.title as level, b.format, b.published_at is not null as published,
  ${sql.join(counts.map((name) => sql.ref(`f.${name}`)))}, f.first::text as first, f.last::text as last`;

/** One page of the report. */
export async function listRegisteredBooks(
  ctx: Context,
  filter: RegisteredFilter,
  { order, page, size }: { order: RegisteredBookOrder; page: number; size: number },
): Promise<Page<RegisteredBook>> {
  const { rows } = await sql<{ total: number; rows: RegisteredBook[] }>`
    ${found(ctx, filter)}
    select (select count(*) from found) as total, (
      select coalesce(json_agg(page), '[]') from (
        select ${columns} from ${inFull} order by ${inOrder(order)} limit ${size} offset ${offsetOf(page, size)}
      ) page
    ) as rows`.execute(ctx.db);
  const [read = { total: 0, rows: [] }] = rows;
  return { rows: read.rows, total: Math.min(read.total, pagingLimit + 1), page };
}

/** How many books match a filter. */
export async function countRegisteredBooks(ctx: Context, filter: RegisteredFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    ${found(ctx, filter)} select count(*) as total from found`.execute(ctx.db);
  return Math.min(rows[0]?.total ?? 0, pagingLimit + 1);
}

/** The books of the report as a sheet, in its order; all from one snapshot, since the figures are sums. */
export async function exportRegisteredBooks(
  ctx: Context,
  filter: RegisteredFilter,
  order: RegisteredBookOrder,
): Promise<Pick<SheetExport, 'heading' | 'total' | 'batches'>> {
  const t = ctx.translate<ReportWords & BookWords>();
  const { rows } = await sql<RegisteredBook>`
    ${found(ctx, filter)} select ${columns} from ${inFull} order by ${inOrder(order)}`.execute(ctx.db);
  return {
    heading: [
      t('book.field_bid'),
      t('book.field_title'),
      t('book.field_series'),
      t('book.field_level'),
      t('book.field_format'),
      t('book.status'),
      ...counts.map((name) => t(`report.registered_${name}`)),
      t('report.registered_first'),
      t('report.registered_last'),
    ],
    total: rows.length,
    batches: inParts(rows, (row) => [
      row.bid,
      row.title,
      row.series,
      row.level,
      row.format,
      t(row.published ? 'book.published' : 'book.unpublished'),
      ...counts.map((name) => row[name]),
      row.first,
      row.last,
    ]),
  };
}
