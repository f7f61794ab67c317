import { bookReadApi, getBook } from '#features/book/book-record.public.ts';
import { bookHref } from '#features/book/book-references.public.ts';
import { readImagePaths } from '#features/image/image.public.ts';
import { sendExport } from '#kernel/http/export.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { deleteBook } from './change/book-return.service.ts';
import { choiceCountsApi } from './find/choice-counts.contract.ts';
import { countChoices } from './find/choice-counts.read.ts';
import { libraryApi } from './library.contract.ts';
import { exportBooks } from './list/book-export.read.ts';
import { bookPageApi } from './page/book-page.contract.ts';
import { definePublishing } from './publish/book-publish.service.ts';
import { publishApi } from './publish/publish.contract.ts';
import { writeBooks } from './rows/book-bulk.service.ts';
import { bookRowsApi } from './rows/book-rows.contract.ts';

export function libraryRoutes(kernel: Kernel): void {
  const { api } = kernel;
  const publish = definePublishing(kernel);
  api(bookReadApi, {
    'GET /api/v1/book': async ({ ctx, query }) => {
      const [book, images] = await Promise.all([getBook(ctx, query.bid), readImagePaths(ctx, query.bid)]);
      return { results: [{ ...book, ...images }] };
    },
  });
  api(libraryApi, {
    'GET /book/export': async ({ ctx, query: { as, sort, bids, except, ...filter }, reply }) => {
      const books = await exportBooks(ctx, bids ? { ids: bids } : { filter, except }, sort);
      return sendExport({ ctx, reply }, { title: 'books', sheet: 'ISBN Meta', as, ...books });
    },
  });
  api(choiceCountsApi, {
    'GET /api/v1/book/choice/count': async ({ ctx, query }) => ({ results: await countChoices(ctx, query) }),
  });
  api(bookPageApi, {
    'POST /book/delete/:bid': async ({ ctx, params, query }) => {
      await deleteBook(ctx, kernel, params.bid, query.seen);
    },
  });
  api(bookRowsApi, {
    'POST /api/v1/book': async ({ ctx, body }) => ({
      results: await writeBooks(ctx, body.books, { update: false, createMissing: body.create_missing === true }),
    }),
    'PUT /api/v1/book/import': async ({ ctx, body }) => ({
      results: await writeBooks(ctx, body.books, { update: true, createMissing: body.create_missing === true }),
    }),
  });
  api(publishApi, {
    'PUT /api/v1/book': async ({ ctx, body }) => {
      const { published, dry_run } = body;
      const bids = 'bids' in body ? body.bids : [];
      const selection = 'selection' in body ? body.selection : { ids: [...new Set(bids)] };
      const done = await publish(ctx, { selection, published }, dry_run);
      return { results: { ...done, links: bids.map((bid) => ({ bid, href: bookHref(bid) })) } };
    },
  });
}
