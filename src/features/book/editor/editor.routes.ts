import { z } from 'zod';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { startFields } from '../fields/book-fields.rules.ts';
import { BookParams } from '../record/book.contract.ts';
import { findHints, getBook } from '../record/book.service.ts';
import { listFormats } from '../record/book-formats.read.ts';
import type BookEditor from './book-editor.view.tsx';
import type CefrFields from './cefr-fields.view.tsx';
import type LexileFields from './lexile-fields.view.tsx';

export function editorRoutes(kernel: Kernel): void {
  editorPages(kernel);
  levelTemplates(kernel);
}

function editorPages({ web }: Kernel): void {
  const editor = view<typeof BookEditor>('book/editor/book-editor');
  web.page('/book/create', {
    view: editor,
    title: (t) => t('book.create'),
    query: z.partialRecord(z.enum(startFields), z.string().max(500).catch('')),
    load: async ({ ctx, query: start }) => ({ book: null, start, hints: [], formats: await listFormats(ctx) }),
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
    view: view<typeof LexileFields>('book/editor/lexile-fields'),
    within: '/book/create',
    load: () => ({}),
  });
  web.fragment('/static/html/cefr.html', {
    view: view<typeof CefrFields>('book/editor/cefr-fields'),
    within: '/book/create',
    load: () => ({}),
  });
}
