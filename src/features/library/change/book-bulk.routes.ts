import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { bookFilter } from '../find/book-filter.contract.ts';
import { findFilterChoices, narrowFilter } from '../find/book-filters.read.ts';
import { bookBulkApi } from './book-bulk.contract.ts';
import { defineBookChange } from './book-change.service.ts';
import type BookChangeForm from './book-change.view.tsx';
import { defineBookDeletion } from './book-delete.service.ts';

/** The bulk acts with a dialog. */
export function bookBulkRoutes(kernel: Kernel): void {
  const change = defineBookChange(kernel);
  const remove = defineBookDeletion(kernel);
  kernel.api(bookBulkApi, {
    'PUT /api/v1/book/change': async ({ ctx, body: { dry_run: isDry, ...request } }) => ({
      results: await change(ctx, request, isDry),
    }),
    'DELETE /api/v1/book': async ({ ctx, body: { dry_run: isDry, ...request } }) => ({
      results: await remove(ctx, request, isDry),
    }),
  });
  kernel.web.fragment('/book/change', {
    view: view<typeof BookChangeForm>('library/change/book-change'),
    query: bookFilter.address,
    // The list in which the books are selected.
    within: ({ request }) => request.url.replace('/book/change', '/book'),
    load: async ({ ctx, query }) => ({
      filter: await narrowFilter(ctx, query),
      choices: await findFilterChoices(ctx, query),
    }),
  });
}
