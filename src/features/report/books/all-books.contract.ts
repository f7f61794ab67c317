import { z } from 'zod';
import { BookFilterQuery, BookListQuery, BookSummary } from '#features/book/book.public.ts';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';

/** A book with every column, and where it is used. */
export const ReportedBook = BookSummary.extend({ collections: z.int(), roadmaps: z.int(), registrations: z.int() });

export const allBooksApi = contract({
  'GET /api/v1/report/all-books': {
    summary: 'Every book with every column, in the order of the report, a page at a time; `total` counts up to 10,000',
    query: BookListQuery,
    response: z.object({ results: z.array(ReportedBook), total: z.int() }),
    replica: true,
  },
  'GET /report/all-books/export': {
    summary: 'The books of the report with every column, in its order, as a sheet',
    query: BookFilterQuery.extend({ as: ExportFormat.default('csv') }),
    stream: exportTypes,
    replica: true,
  },
});
