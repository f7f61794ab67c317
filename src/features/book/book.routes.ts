import { sql } from 'kysely';
import { sendExport } from '#kernel/http/export.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { type BookRecord, bookApi } from './book.contract.ts';
import { bookHref } from './book.references.ts';
import { changeBook, createBook, getBook, hintsOf, removeBook } from './book.service.ts';
import { leaveBookFiles } from './book-files.service.ts';
import { writeBooks } from './bulk/book-bulk.service.ts';
import { definePublishing } from './bulk/book-publish.service.ts';
import { readImagePaths } from './images/images.read.ts';
import { exportBooks } from './list/book-export.read.ts';
import { listChoices } from './record/book-choices.service.ts';

const saved = (ctx: Context, book: BookRecord) => ({
  results: { bid: book.bid, version: book.version, warnings: hintsOf(ctx, book) },
});

export function bookRoutes(kernel: Kernel): void {
  const { api, references, storage } = kernel;
  const publish = definePublishing(kernel);
  api(bookApi, {
    'GET /api/v1/book': async ({ ctx, query }) => {
      const [book, images] = await Promise.all([getBook(ctx, query.bid), readImagePaths(ctx, query.bid)]);
      return { results: [{ ...book, ...images }] };
    },
    'POST /api/v1/book': async ({ ctx, body }) => ({
      results: await writeBooks(ctx, body.books, { update: false, createMissing: body.create_missing === true }),
    }),
    'PUT /api/v1/book/import': async ({ ctx, body }) => ({
      results: await writeBooks(ctx, body.books, { update: true, createMissing: body.create_missing === true }),
    }),
    'PUT /api/v1/book': async ({ ctx, body }) => {
      const { published, dry_run } = body;
      const bids = 'bids' in body ? body.bids : [];
      const selection = 'selection' in body ? body.selection : { ids: [...new Set(bids)] };
      const done = await publish(ctx, { selection, published }, dry_run);
      return { results: { ...done, links: bids.map((bid) => ({ bid, href: bookHref(bid) })) } };
    },
    'POST /api/v1/book/:bid': async ({ ctx, params, body }) => saved(ctx, await createBook(ctx, params.bid, body)),
    'PUT /api/v1/book/:bid': async ({ ctx, params, body: { version, ...body } }) =>
      saved(ctx, await changeBook(ctx, params.bid, body, version)),
    'POST /book/delete/:bid': async ({ ctx, params, query }) => {
      await leaveBookFiles(ctx, storage, sql`select bidx from book where bid = ${params.bid}`);
      await removeBook(ctx, references, params.bid, query.seen);
    },
    'GET /api/v1/book/choice': async ({ ctx, query }) => ({
      results: await listChoices(ctx, query.of, query.ser_idx),
    }),
    'GET /book/export': async ({ ctx, query: { as, sort, bids, except, ...filter }, reply }) => {
      const books = await exportBooks(ctx, bids ? { ids: bids } : { filter, except }, sort);
      return sendExport({ ctx, reply }, { title: 'books', sheet: 'ISBN Meta', as, ...books });
    },
  });
}
