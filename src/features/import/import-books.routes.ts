import type { Kernel } from '#kernel/mount/feature.ts';
import { showImport } from './apply/import-state.service.ts';
import { importBooksApi } from './books/import-books.contract.ts';
import { chooseBooks, showBooks } from './books/import-books.service.ts';
import { getImport, goToStep } from './record/import.service.ts';

/** The calls on the books of an import. */
export function importBooksRoutes({ api }: Kernel): void {
  api(importBooksApi, {
    'POST /api/v1/import/book': async ({ ctx, body }) => ({
      results: { import_idx: await chooseBooks(ctx, body.bids) },
    }),
    'GET /api/v1/import/:import_idx/book': async ({ ctx, params, query }) => {
      await getImport(ctx, params.import_idx);
      return { results: await showBooks(ctx, params.import_idx, query.filter, query.page) };
    },
    'PUT /api/v1/import/:import_idx/step': async ({ ctx, params, body, write }) => {
      await write((within) => goToStep(within, params.import_idx, body.step, body.version));
      return { results: await showImport(ctx, await getImport(ctx, params.import_idx)) };
    },
  });
}
