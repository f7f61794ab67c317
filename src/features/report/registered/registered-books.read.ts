import { sql } from 'kysely';
import type { BookWords } from '#features/book/book-words.public.ts';
import { bookMatches, bookSearch } from '#features/library/book-search.public.ts';
import type { Listed } from '#kernel/db/listed-ids.ts';
import type { SheetColumns } from '#kernel/http/export.ts';
import { momentValue } from '#kernel/sheets/sheet-value.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReportWords } from '../report.messages.ts';
import type { Statement } from '../report-statement.ts';
import type { RegisteredBook, RegisteredFilter } from './registered.contract.ts';
import { registeredFigures as names } from './registered.rules.ts';
import { registeredFigures } from './registered-figures.read.ts';

const counts = ['collections', ...names] as const;
const sums = sql.join([
  sql`count(*) as collections`,
  ...names.map((name) => sql`sum(f.${sql.ref(name)})::bigint as ${sql.ref(name)}`),
  sql`min(f.first) as first, max(f.last) as last`,
]);

/**
 * The books that match a filter, with their figures. A book is in exactly one
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

const columns = sql`
  b.bid, b.title, s.title as series, v.title as level, b.format, b.published_at is not null as published,
  ${sql.join(counts.map((name) => sql.ref(`f.${name}`)))}, f.first::text as first, f.last::text as last`;

/** Which bids and ISBNs of a pasted list have a book that the filter finds; null if none were pasted. */
export const findListedBooks = (ctx: Context, { search_val, ...rest }: RegisteredFilter): Promise<Listed | null> =>
  bookSearch.listed(ctx.db, search_val, sql`b.bidx in (${found(ctx, rest)} select bidx from found)`);

/** The books that registrations reach. */
export const bookStatement: Statement<RegisteredFilter> = {
  found,
  columns,
  from: sql`found f join book b using (bidx) join series s using (ser_idx) join level v using (lev_idx)`,
  orders: { title: sql`b.title_sort`, series: sql`s.position` },
  key: 'bidx',
};

export function bookSheet(ctx: Context): SheetColumns<RegisteredBook> {
  const t = ctx.translate<ReportWords & BookWords>();
  return [
    [t('book.field_bid'), ({ bid }) => bid],
    [t('book.field_title'), ({ title }) => title],
    [t('book.field_series'), ({ series }) => series],
    [t('book.field_level'), ({ level }) => level],
    [t('book.field_format'), ({ format }) => format],
    [t('book.status'), ({ published }) => t(published ? 'book.published' : 'book.unpublished')],
    ...counts.map((name) => [t(`report.registered_${name}`), (row: RegisteredBook) => row[name]] as const),
    [t('report.registered_first'), ({ first }) => momentValue(first)],
    [t('report.registered_last'), ({ last }) => momentValue(last)],
  ];
}
