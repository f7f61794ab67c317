import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Kernel } from '#kernel/feature.ts';
import { writeCsv } from '#kernel/sheets/csv-write.ts';
import { writeXlsx } from '#kernel/sheets/xlsx-write.ts';
import { attachment } from '#kernel/storage/content-disposition.ts';
import { writeBooks } from './book-bulk.service.ts';
import { listChoices } from './book-choices.service.ts';
import { leaveFiles } from './book-files.service.ts';
import { exportBooks } from './book-export.read.ts';
import { publishBooks } from './book-publish.service.ts';
import { type BookRecord, bookApi } from './book.contract.ts';
import { bookHref } from './book.references.ts';
import { changeBook, createBook, getBook, hintsOf, removeBook } from './book.service.ts';
import { readImagePaths } from './images/images.read.ts';
import type { Context } from '#kernel/context.ts';

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const saved = (ctx: Context, book: BookRecord) => ({
  results: { success: true, bid: book.bid, version: book.version, warnings: hintsOf(ctx, book) },
});

export function bookRoutes({ api, references, storage }: Kernel): void {
  api(bookApi, {
    'GET /api/v1/book': async ({ ctx, query }) => {
      const book = await getBook(ctx, query.bid);
      return { results: [{ ...book, ...(await readImagePaths(ctx, book.bid)) }] };
    },
    'POST /api/v1/book': async ({ ctx, body }) => ({
      results: await writeBooks(ctx, body.books, { update: false, createMissing: body.create_missing === true }),
    }),
    'PUT /api/v1/book/import': async ({ ctx, body }) => ({
      results: await writeBooks(ctx, body.books, { update: true, createMissing: body.create_missing === true }),
    }),
    'PUT /api/v1/book': async ({ ctx, body }) => {
      const changed = await publishBooks(ctx, body.bids, body.published !== false);
      return { results: { success: true, changed, links: body.bids.map((bid) => ({ bid, href: bookHref(bid) })) } };
    },
    'POST /api/v1/book/:bid': async ({ ctx, params, body }) => saved(ctx, await createBook(ctx, params.bid, body)),
    'PUT /api/v1/book/:bid': async ({ ctx, params, body: { version, ...body } }) =>
      saved(ctx, await changeBook(ctx, params.bid, body, version)),
    'POST /book/delete/:bid': async ({ ctx, params }) => {
      await leaveFiles(ctx, storage, sql`select bidx from book where bid = ${params.bid}`);
      await removeBook(ctx, references, params.bid);
      return { results: { success: true } };
    },
    'GET /api/v1/book/choice': async ({ ctx, query }) => ({
      results: await listChoices(ctx, query.of, query.ser_idx),
    }),
    'GET /book/export': ({ ctx, query: { as, sort, ...filter }, reply }) => {
      const rows = exportBooks(ctx, filter, sort);
      void reply.type(mediaTypes[as]);
      void reply.header('content-disposition', attachment(`books-${ctx.now.toISOString().slice(0, 10)}.${as}`));
      return Readable.from(as === 'csv' ? writeCsv(rows) : writeXlsx(rows, { sheet: 'ISBN Meta' }));
    },
  });
}
