import { z } from 'zod';
import { BookSummary } from '#features/book/book-record.public.ts';
import {
  countedKinds,
  countMatches,
  everyColumn,
  findFilterChoices,
  listBooks,
  narrowFilter,
} from '#features/library/book-list.public.ts';
import { findListedBooks } from '#features/library/book-search.public.ts';
import { bookQueries } from '#features/library/book-selection.public.ts';
import { view } from '#kernel/http/web.ts';
import { thumbPath } from '#kernel/images/image-paths.rules.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import { actsOn } from '#kernel/records/record-parts.ts';
import { allBooksPath as path, usedColumns } from './all-books.rules.ts';
import type AllBooks from './all-books.view.tsx';
import { exportAllBooks } from './all-books-export.read.ts';
import { findBookUses } from './book-uses.read.ts';

const columns = [...everyColumn, ...usedColumns];
const initial = ['author', 'series', 'level', 'format', 'published', 'collections', 'registrations'];

/** The report of all books with every column. */
export function allBooksRoutes(kernel: Kernel): void {
  const thumb = (folder: string) => kernel.storage.publicUrl(thumbPath(folder, 'list'));
  mountList(kernel, {
    offer: { path, columns, initial },
    view: view<typeof AllBooks>('report/books/all-books'),
    words: ['book'],
    title: (t) => t('report.all_books'),
    replica: true,
    queries: bookQueries,
    views: {
      builtIn: [
        { label: 'book.published', query: { status: 'published' } },
        { label: 'book.unpublished', query: { status: 'unpublished' } },
      ],
      kinds: countedKinds,
    },
    narrow: narrowFilter,
    find: async (ctx, filter, request) => {
      const found = await listBooks(ctx, filter, request);
      const areUsesShown = usedColumns.some((name) => request.columns.includes(name));
      const bids = found.rows.map(({ bid }) => bid);
      const uses = areUsesShown ? await findBookUses(ctx, bids) : {};
      const rows = found.rows.map((row) => ({ ...row, ...uses[row.bid], cover: row.cover && thumb(row.cover) }));
      return { ...found, rows };
    },
    listed: findListedBooks,
    count: countMatches,
    call: {
      summary:
        'Every book with every column, in the order of the report, a page at a time; `total` counts up to 10,000',
      row: BookSummary.extend({ collections: z.int(), roadmaps: z.int(), registrations: z.int() }),
    },
    sheet: {
      summary: 'The books of the report with every column, in its order, as a sheet',
      title: 'all-books',
      of: exportAllBooks,
    },
    more: async (ctx, filter) => ({
      choices: await findFilterChoices(ctx, filter),
      acts: actsOn(ctx, kernel.records.all, 'report', 'all_books'),
    }),
  });
}
