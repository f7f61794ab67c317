import { findFilterNames } from '#features/code/code.public.ts';
import { sortText } from '#kernel/db/list-page.ts';
import { pageSize, pageSizes, pagingLimit } from '#kernel/db/paging.ts';
import { sendExport } from '#kernel/http/export.ts';
import { lookOf } from '#kernel/http/list-look.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { RegisteredBookQuery, RegisteredCollectionQuery, registeredApi } from './registered.contract.ts';
import { registeredBookOffer, registeredCollectionOffer } from './registered.rules.ts';
import type RegisteredBookReport from './registered-book.view.tsx';
import { countRegisteredBooks, exportRegisteredBooks, listRegisteredBooks } from './registered-books.read.ts';
import type RegisteredCollectionReport from './registered-collection.view.tsx';
import {
  countRegisteredCollections,
  exportRegisteredCollections,
  listRegisteredCollections,
} from './registered-collections.read.ts';

/** What learners registered for: the collections, and the books they reach. */
export function registeredRoutes(kernel: Kernel): void {
  registeredCalls(kernel);
  collectionReport(kernel);
  bookReport(kernel);
}

function registeredCalls({ api }: Kernel): void {
  api(registeredApi, {
    'GET /api/v1/report/registered-collection': async ({ ctx, query }) => {
      const { sort: order, page, size = pageSize, ...filter } = query;
      const { rows, total } = await listRegisteredCollections(ctx, filter, { order, page, size });
      return { results: rows, total };
    },
    'GET /report/registered-collection/export': async ({ ctx, query: { as, sort, ...filter }, reply }) => {
      const sheet = await exportRegisteredCollections(ctx, filter, sort);
      return sendExport({ ctx, reply }, { title: 'registered-collections', as, ...sheet });
    },
    'GET /api/v1/report/registered-book': async ({ ctx, query }) => {
      const { sort: order, page, size = pageSize, ...filter } = query;
      const { rows, total } = await listRegisteredBooks(ctx, filter, { order, page, size });
      return { results: rows, total };
    },
    'GET /report/registered-book/export': async ({ ctx, query: { as, sort, ...filter }, reply }) => {
      const sheet = await exportRegisteredBooks(ctx, filter, sort);
      return sendExport({ ctx, reply }, { title: 'registered-books', as, ...sheet });
    },
  });
}

const pagingOf = (size: number) => ({ size, limit: pagingLimit, sizes: pageSizes });

function collectionReport({ web, views }: Kernel): void {
  const { path } = registeredCollectionOffer;
  views.add(path, {
    builtIn: [{ label: 'common.all', query: {} }],
    altersByItself: true,
    count: (ctx, query) => countRegisteredCollections(ctx, RegisteredCollectionQuery.parse(query)),
  });
  web.page(path, {
    view: view<typeof RegisteredCollectionReport>('report/registered/registered-collection'),
    words: ['code'],
    title: (t) => t('report.registered_collection'),
    query: RegisteredCollectionQuery,
    replica: true,
    snapshot: true,
    load: async ({ ctx, request, query: { page, size, sort: order, ...filter } }) => {
      const look = lookOf(request, registeredCollectionOffer, size);
      return {
        collections: await listRegisteredCollections(ctx, filter, { order, page, size: look.size }),
        names: await findFilterNames(ctx, filter),
        look,
        paging: pagingOf(look.size),
        query: { ...filter, sort: sortText(order), size },
        views: await views.of(ctx, path),
      };
    },
  });
}

function bookReport({ web, views }: Kernel): void {
  const { path } = registeredBookOffer;
  views.add(path, {
    builtIn: [{ label: 'common.all', query: {} }],
    altersByItself: true,
    count: (ctx, query) => countRegisteredBooks(ctx, RegisteredBookQuery.parse(query)),
  });
  web.page(path, {
    view: view<typeof RegisteredBookReport>('report/registered/registered-book'),
    words: ['book', 'code'],
    title: (t) => t('report.registered_book'),
    query: RegisteredBookQuery,
    replica: true,
    snapshot: true,
    load: async ({ ctx, request, query: { page, size, sort: order, ...filter } }) => {
      const look = lookOf(request, registeredBookOffer, size);
      return {
        books: await listRegisteredBooks(ctx, filter, { order, page, size: look.size }),
        names: await findFilterNames(ctx, filter),
        look,
        paging: pagingOf(look.size),
        query: { ...filter, sort: sortText(order), size },
        views: await views.of(ctx, path),
      };
    },
  });
}
