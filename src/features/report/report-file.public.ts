import { bookQueries } from '#features/library/book-selection.public.ts';
import type { z } from 'zod';
import type { Sheet } from '#kernel/http/export.ts';
import type { Period } from '#kernel/text/period.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { exportAllBooks } from './books/all-books-export.read.ts';
import { exportPlatform } from './platform/platform.service.ts';
import { registeredBookQueries, registeredCollectionQueries } from './registered/registered.contract.ts';
import { bookSheet, bookStatement } from './registered/registered-books.read.ts';
import { collectionSheet, collectionStatement } from './registered/registered-collections.read.ts';
import { reportSheet } from './report-statement.ts';

/** The filter and the order of a report, as its address has them. */
type FilterQuery = Readonly<Record<string, string>>;

type Writer = (ctx: Context, period: Period, query: FilterQuery) => Promise<Sheet>;

/** The reports that may leave the office as files, for a period: none of them names a code or a learner. */
export const reportFiles = {
  platform: (ctx, period) => exportPlatform(ctx, period, 'day'),
  registered_collection: (ctx, period, query) => {
    const { sort, as: _as, ...filter } = registeredCollectionQueries.sheet.parse({ ...query, ...period });
    return reportSheet(ctx, { statement: collectionStatement, columns: collectionSheet }, filter, sort);
  },
  registered_book: (ctx, period, query) => {
    const { sort, as: _as, ...filter } = registeredBookQueries.sheet.parse({ ...query, ...period });
    return reportSheet(ctx, { statement: bookStatement, columns: bookSheet }, filter, sort);
  },
  // As they are now.
  all_books: (ctx, _period, query) => {
    const { sort, as: _as, ...filter } = bookQueries.sheet.parse(query);
    return exportAllBooks(ctx, filter, sort);
  },
} as const satisfies Readonly<Record<string, Writer>>;

const filtered: Readonly<Partial<Record<string, z.ZodObject>>> = {
  registered_collection: registeredCollectionQueries.sheet,
  registered_book: registeredBookQueries.sheet,
  all_books: bookQueries.sheet,
};

// Each file has its own days and form.
const ofTheFile = ['since', 'until', 'as'];

/** What a report's file takes of the query of its address, as such a query; undefined if a value of it is none. */
export function reportFilter(report: string, query: string): string | undefined {
  const schema = filtered[report];
  if (!schema) return '';
  const taken = [...new URLSearchParams(query)].filter(
    ([name, value]) => value !== '' && name in schema.shape && !ofTheFile.includes(name),
  );
  return schema.safeParse(Object.fromEntries(taken)).success ? new URLSearchParams(taken).toString() : undefined;
}
