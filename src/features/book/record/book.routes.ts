import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { type BookRecord, bookApi } from './book.contract.ts';
import { changeBook, createBook, hintsOf } from './book.service.ts';
import { listChoices } from './book-choices.service.ts';

const saved = (ctx: Context, book: BookRecord) => ({
  results: { bid: book.bid, version: book.version, warnings: hintsOf(ctx, book) },
});

export function bookRoutes({ api }: Kernel): void {
  api(bookApi, {
    'POST /api/v1/book/:bid': async ({ ctx, params, body }) => saved(ctx, await createBook(ctx, params.bid, body)),
    'PUT /api/v1/book/:bid': async ({ ctx, params, body: { version, ...body } }) =>
      saved(ctx, await changeBook(ctx, params.bid, body, version)),
    'GET /api/v1/book/choice': async ({ ctx, query }) => ({
      results: await listChoices(ctx, query.of, query.ser_idx),
    }),
  });
}
