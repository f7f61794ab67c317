import { z } from 'zod';
import { chosenSort } from '#kernel/db/list-page.ts';
import { pageSizes, pagingLimit } from '#kernel/db/paging.ts';
import { getSetting } from '#kernel/desk/settings.ts';
import { preferencesOf } from '#kernel/http/list-preferences.ts';
import { view } from '#kernel/http/web.ts';
import { thumbPath } from '#kernel/images/image-paths.rules.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { actsOnSelected, downloadsOf } from '#kernel/records/record-parts.ts';
import { BookListQuery, BookParams } from './book.contract.ts';
import { getBook, hintsOf } from './book.service.ts';
import { bookImportMaintenance } from './book.settings.ts';
import { listFormats, readFilter } from './list/book-filters.read.ts';
import { countMatches, listBooks } from './list/book-list.read.ts';
import type BookList from './list/book-list.view.tsx';
import { bookListOffer } from './list/book-list-columns.rules.ts';
import type BookEditor from './record/book-editor.view.tsx';
import { recordPages } from './record/book-record.routes.ts';
import type CefrFields from './record/editor/cefr-fields.view.tsx';
import type LexileFields from './record/editor/lexile-fields.view.tsx';

export function bookPages(kernel: Kernel): void {
  listPages(kernel);
  editorPages(kernel);
  recordPages(kernel);
  levelTemplates(kernel);
}

function listPages({ web, storage, views, records }: Kernel): void {
  views.add('/book', {
    builtIn: [
      { label: 'book.unpublished', query: { status: 'unpublished' } },
      { label: 'book.view_nearly', query: { readiness: 'nearly' } },
      { label: 'book.view_no_cover', query: { missing: 'cover' } },
    ],
    kinds: ['book', 'word', 'sentence', 'series'],
    count: (ctx, query) => {
      const { sort: _sort, page: _page, size: _size, ...filter } = BookListQuery.parse(query);
      return countMatches(ctx, filter);
    },
  });
  for (const path of ['/book', '/book/page', '/book/search']) {
    web.page(path, {
      view: view<typeof BookList>('book/list/book-list'),
      follows: ['book', 'series'],
      title: (t) => t('book.heading'),
      query: BookListQuery,
      replica: true,
      snapshot: true,
      load: async ({ ctx, request, query: { sort, page, size, ...filter } }) => {
        const { choices, narrowed } = await readFilter(ctx, filter);
        const preferences = preferencesOf(request, bookListOffer, size);
        const books = await listBooks(ctx, { ...narrowed, order: sort, page, preferences });
        const thumb = (folder: string) => storage.publicUrl(thumbPath(folder, 'list'));
        const rows = books.rows.map((row) => ({ ...row, cover: row.cover && thumb(row.cover) }));
        return {
          found: { ...books, rows },
          preferences,
          paging: { size: preferences.size, limit: pagingLimit, sizes: pageSizes },
          query: { ...narrowed, sort: chosenSort(sort), size },
          choices,
          views: await views.of(ctx, '/book'),
          acts: actsOnSelected(ctx, records.all, 'book'),
          downloads: downloadsOf(ctx, records.all, 'book'),
          importClosed: await getSetting(ctx, bookImportMaintenance),
        };
      },
    });
  }
}

function editorPages({ web }: Kernel): void {
  const editor = view<typeof BookEditor>('book/record/book-editor');
  web.page('/book/create', {
    view: editor,
    title: (t) => t('book.create'),
    load: async ({ ctx }) => ({ book: null, hints: [], formats: await listFormats(ctx) }),
  });
  const update = async ({ ctx, bid }: { ctx: Parameters<typeof getBook>[0]; bid: string }) => {
    const [book, formats] = await Promise.all([getBook(ctx, bid), listFormats(ctx)]);
    return { book, hints: hintsOf(ctx, book), formats };
  };
  web.page('/book/update', {
    view: editor,
    shows: ({ book }) => book && { kind: 'book', id: book.bid },
    title: (t, { book }) => `${t('book.edit')}: ${book?.title}`,
    query: z.object({ bid: z.string().max(200).default('') }),
    list: ({ bid }) => (bid === '' ? '/book' : undefined),
    load: ({ ctx, query }) => update({ ctx, bid: query.bid }),
  });
  web.page('/book/update/:bid', {
    view: editor,
    shows: ({ book }) => book && { kind: 'book', id: book.bid },
    title: (t, { book }) => `${t('book.edit')}: ${book?.title}`,
    params: BookParams,
    load: ({ ctx, params }) => update({ ctx, bid: params.bid }),
  });
}

/** The inputs of each level type, as form templates. */
function levelTemplates({ web }: Kernel): void {
  web.fragment('/static/html/lexile.html', {
    view: view<typeof LexileFields>('book/record/editor/lexile-fields'),
    within: '/book/create',
    load: () => ({}),
  });
  web.fragment('/static/html/cefr.html', {
    view: view<typeof CefrFields>('book/record/editor/cefr-fields'),
    within: '/book/create',
    load: () => ({}),
  });
}
