import { view } from '#kernel/http/web.ts';
import { thumbPath } from '#kernel/images/image-paths.rules.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import { actsOnSelected, downloadsOf } from '#kernel/records/record-parts.ts';
import { findClosedImport } from './book.settings.ts';
import { findFilterChoices, narrowFilter } from './find/book-filters.read.ts';
import { findListed } from './find/book-search.read.ts';
import { bookQueries } from './find/book-selection.contract.ts';
import { countedKinds, countMatches, listBooks } from './list/book-list.read.ts';
import type BookList from './list/book-list.view.tsx';
import { bookListOffer } from './list/book-list-columns.rules.ts';
import { recordPages } from './page/book-record.routes.ts';

export function libraryPages(kernel: Kernel): void {
  listPages(kernel);
  recordPages(kernel);
}

function listPages(kernel: Kernel): void {
  const { storage, records } = kernel;
  const thumb = (folder: string) => storage.publicUrl(thumbPath(folder, 'list'));
  mountList(kernel, {
    offer: bookListOffer,
    paths: ['/book/page', '/book/search'],
    view: view<typeof BookList>('library/list/book-list'),
    follows: ['book', 'series'],
    title: (t) => t('book.heading'),
    replica: true,
    queries: { address: bookQueries.address },
    views: {
      builtIn: [
        { label: 'book.unpublished', query: { status: 'unpublished' } },
        { label: 'book.view_nearly', query: { readiness: 'nearly' } },
        { label: 'book.view_no_cover', query: { missing: 'cover' } },
      ],
      kinds: countedKinds,
    },
    narrow: narrowFilter,
    find: async (ctx, filter, request) => {
      const found = await listBooks(ctx, filter, request);
      return { ...found, rows: found.rows.map((row) => ({ ...row, cover: row.cover && thumb(row.cover) })) };
    },
    listed: findListed,
    marked: { kind: 'book', id: ({ bid }) => bid },
    count: countMatches,
    more: async (ctx, filter) => ({
      choices: await findFilterChoices(ctx, filter),
      acts: actsOnSelected(ctx, records.all, 'book'),
      downloads: downloadsOf(ctx, records.all, 'book'),
      importClosed: await findClosedImport(ctx),
    }),
  });
}
