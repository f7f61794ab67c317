import { BookListQuery, countMatches, everyColumn, listBooks, readFilter } from '#features/book/book.public.ts';
import { chosenSort } from '#kernel/db/list-page.ts';
import { pageSize, pageSizes, pagingLimit } from '#kernel/db/paging.ts';
import { sendExport } from '#kernel/http/export.ts';
import { preferencesOf } from '#kernel/http/list-preferences.ts';
import { view } from '#kernel/http/web.ts';
import { thumbPath } from '#kernel/images/image-paths.rules.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { allBooksApi, ReportedBook } from './all-books.contract.ts';
import { allBooksPath as path, usedColumns } from './all-books.rules.ts';
import type AllBooks from './all-books.view.tsx';
import { exportAllBooks } from './all-books-export.read.ts';
import { findBookUses } from './book-uses.read.ts';

const columns = [...everyColumn, ...usedColumns];
const initial = ['author', 'series', 'level', 'format', 'published', 'collections', 'registrations'];

/** The report of all books with every column. */
export function allBooksRoutes({ api, web, storage, views }: Kernel): void {
  api(allBooksApi, {
    'GET /api/v1/report/all-books': async ({ ctx, query: { sort: order, page, size = pageSize, ...filter } }) => {
      const { rows, total } = await listBooks(ctx, {
        ...filter,
        order,
        page,
        preferences: { columns: [...everyColumn], size },
      });
      const uses = await findBookUses(
        ctx,
        rows.map(({ bid }) => bid),
      );
      return { results: rows.map((row) => ReportedBook.parse({ ...row, ...uses[row.bid] })), total };
    },
    'GET /report/all-books/export': async ({ ctx, query: { as, sort, ...filter }, reply }) =>
      sendExport({ ctx, reply }, { title: 'all-books', as, ...(await exportAllBooks(ctx, filter, sort)) }),
  });
  views.add(path, {
    builtIn: [
      { label: 'book.published', query: { status: 'published' } },
      { label: 'book.unpublished', query: { status: 'unpublished' } },
    ],
    kinds: ['book', 'word', 'sentence', 'series'],
    count: (ctx, query) => {
      const { sort: _sort, page: _page, size: _size, ...filter } = BookListQuery.parse(query);
      return countMatches(ctx, filter);
    },
  });
  web.page(path, {
    view: view<typeof AllBooks>('report/books/all-books'),
    words: ['book'],
    title: (t) => t('report.all_books'),
    query: BookListQuery,
    replica: true,
    snapshot: true,
    load: async ({ ctx, request, query: { sort, page, size, ...filter } }) => {
      const { choices, narrowed } = await readFilter(ctx, filter);
      const preferences = preferencesOf(request, { path, columns, initial }, size);
      const books = await listBooks(ctx, { ...narrowed, order: sort, page, preferences });
      const areUsesShown = usedColumns.some((name) => preferences.columns.includes(name));
      const bids = books.rows.map(({ bid }) => bid);
      const thumb = (folder: string) => storage.publicUrl(thumbPath(folder, 'list'));
      return {
        found: { ...books, rows: books.rows.map((row) => ({ ...row, cover: row.cover && thumb(row.cover) })) },
        uses: areUsesShown ? await findBookUses(ctx, bids) : {},
        preferences,
        paging: { size: preferences.size, limit: pagingLimit, sizes: pageSizes },
        query: { ...narrowed, sort: chosenSort(sort), size },
        choices,
        views: await views.of(ctx, path),
      };
    },
  });
}
