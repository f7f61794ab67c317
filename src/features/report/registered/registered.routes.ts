import { findFilterNames } from '#features/code/code-find.public.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { actsOn } from '#kernel/records/record-parts.ts';
import { mountReport } from '../report-statement.ts';
import {
  RegisteredBook,
  RegisteredCollection,
  registeredBookQueries,
  registeredCollectionQueries,
} from './registered.contract.ts';
import { registeredBookOffer, registeredCollectionOffer } from './registered.rules.ts';
import type RegisteredBookReport from './registered-book.view.tsx';
import { bookSheet, bookStatement, findListedBooks } from './registered-books.read.ts';
import type RegisteredCollectionReport from './registered-collection.view.tsx';
import { collectionSheet, collectionStatement, findListedCollections } from './registered-collections.read.ts';

/** What learners registered for: the collections, and the books they reach. */
export function registeredRoutes(kernel: Kernel): void {
  mountReport(kernel, {
    offer: registeredCollectionOffer,
    view: view<typeof RegisteredCollectionReport>('report/registered/registered-collection'),
    words: ['code'],
    title: (t) => t('report.registered_collection'),
    replica: true,
    queries: registeredCollectionQueries,
    views: { altersByItself: true },
    statement: collectionStatement,
    listed: findListedCollections,
    call: {
      summary: 'The collections that learners registered for, with how many registrations; `total` counts up to 10,000',
      row: RegisteredCollection,
    },
    sheet: {
      summary: 'The collections that learners registered for, in the order of the report, as a sheet',
      title: 'registered-collections',
      columns: collectionSheet,
    },
    more: async (ctx, filter) => ({
      names: await findFilterNames(ctx, filter),
      acts: actsOn(ctx, kernel.records.all, 'report', 'registered_collection'),
    }),
  });
  mountReport(kernel, {
    offer: registeredBookOffer,
    view: view<typeof RegisteredBookReport>('report/registered/registered-book'),
    words: ['book', 'code'],
    title: (t) => t('report.registered_book'),
    replica: true,
    queries: registeredBookQueries,
    views: { altersByItself: true },
    statement: bookStatement,
    listed: findListedBooks,
    call: {
      summary: 'The books that registrations reach by their collections, with how many; `total` counts up to 10,000',
      row: RegisteredBook,
    },
    sheet: {
      summary: 'The books that registrations reach by their collections, in the order of the report, as a sheet',
      title: 'registered-books',
      columns: bookSheet,
    },
    more: async (ctx, filter) => ({
      names: await findFilterNames(ctx, filter),
      acts: actsOn(ctx, kernel.records.all, 'report', 'registered_book'),
    }),
  });
}
