import { z } from 'zod';
import { BookRow } from '#features/book/book-record.public.ts';
import { contract } from '#kernel/work/contract.ts';
import { results } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';

const rowsBody = z.strictObject({
  books: longList(BookRow, { min: 1, max: 5000 }),
  /** Creates missing series, levels, categories and age groups instead of rejecting their rows. */
  create_missing: z.boolean().optional(),
});

const RowsWritten = z.object({
  success: z.boolean(),
  error_msg: z.string().optional(),
  /** `row` counts from 1. */
  rows: z.array(z.object({ row: z.int(), field: z.string(), message: z.string() })).optional(),
  created: z.int().optional(),
  updated: z.int().optional(),
  unchanged: z.int().optional(),
});
export type RowsWritten = z.output<typeof RowsWritten>;

// 5,000 rows of 39 fields.
const rowsLimits = { bodyLimit: 16 << 20, bodyValues: 250_000 };

export const bookRowsApi = contract({
  'POST /api/v1/book': {
    summary: 'Add up to 5,000 books from sheet rows; all of them, or none if a row is rejected',
    body: rowsBody,
    idempotent: true,
    ...rowsLimits,
    response: results(RowsWritten),
  },
  'PUT /api/v1/book/import': {
    summary: 'Add or update up to 5,000 books from sheet rows; absent or empty fields stay unchanged, null clears',
    body: rowsBody,
    ...rowsLimits,
    response: results(RowsWritten),
  },
});
