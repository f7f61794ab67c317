import { z } from 'zod';
import { view } from '#kernel/http/web.ts';
import { thumbPath } from '#kernel/images/image-paths.rules.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import { actsOnSelected, downloadsOf } from '#kernel/records/record-parts.ts';
import { BookParams, bookQueries } from './book.contract.ts';
import { findHints, getBook } from './book.service.ts';
import { findClosedImport } from './book.settings.ts';
import { findFilterChoices, listFormats, narrowFilter } from './list/book-filters.read.ts';
import { countedKinds, countMatches, listBooks } from './list/book-list.read.ts';
import type BookList from './list/book-list.view.tsx';
import { bookListOffer } from './list/book-list-columns.rules.ts';
import { findListed } from './list/book-search.read.ts';
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

function listPages(kernel: Kernel): void {
  const { storage, records } = kernel;
  const thumb = (folder: string) => storage.publicUrl(thumbPath(folder, 'list'));
  mountList(kernel, {
    offer: bookListOffer,
    paths: ['/book/page', '/book/search'],
    view: view<typeof BookList>('book/list/book-list'),
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
    count: countMatches,
    more: async (ctx, filter) => ({
      choices: await findFilterChoices(ctx, filter),
      acts: actsOnSelected(ctx, records.all, 'book'),
      downloads: downloadsOf(ctx, records.all, 'book'),
      importClosed: await findClosedImport(ctx),
    }),
  });
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
    return { book, hints: await findHints(ctx, book), formats };
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
