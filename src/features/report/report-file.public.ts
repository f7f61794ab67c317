import { bookQueries } from '#features/library/book-selection.public.ts';
import type { Sheet } from '#kernel/http/export.ts';
import type { Period } from '#kernel/text/period.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { exportAllBooks } from './books/all-books-export.read.ts';
import { exportPlatform } from './platform/platform.service.ts';
import { registeredBookQueries, registeredCollectionQueries } from './registered/registered.contract.ts';
import { bookSheet, bookStatement } from './registered/registered-books.read.ts';
import { collectionSheet, collectionStatement } from './registered/registered-collections.read.ts';
import { reportSheet } from './report-statement.ts';

type Writer = (ctx: Context, period: Period) => Promise<Sheet>;

/** The reports that may leave the office as files, for a period: none of them names a code or a learner. */
export const reportFiles = {
  platform: (ctx, period) => exportPlatform(ctx, period, 'day'),
  registered_collection: (ctx, period) => {
    const { sort, as: _as, ...filter } = registeredCollectionQueries.sheet.parse(period);
    return reportSheet(ctx, { statement: collectionStatement, columns: collectionSheet }, filter, sort);
  },
  registered_book: (ctx, period) => {
    const { sort, as: _as, ...filter } = registeredBookQueries.sheet.parse(period);
    return reportSheet(ctx, { statement: bookStatement, columns: bookSheet }, filter, sort);
  },
  // As they are now.
  all_books: (ctx) => {
    const { sort, as: _as, ...filter } = bookQueries.sheet.parse({});
    return exportAllBooks(ctx, filter, sort);
  },
} as const satisfies Readonly<Record<string, Writer>>;
