import { z } from 'zod';

/** Rows per page of a list, unless the user has chosen another of {@link pageSizes}. */
export const pageSize = 100;

/** The page sizes to choose from, in lists that offer a choice. */
export const pageSizes: readonly number[] = [25, 50, 100, 200];

/** Lists are paged and counted up to this many rows; beyond it, users narrow the search or export. */
export const pagingLimit = 10_000;

const lastPage = pagingLimit / Math.min(...pageSizes);

/** A page number from a URL; anything invalid becomes the first page, and one too large the last there can be. */
export const PageNumber = z.coerce
  .number()
  .int()
  .min(1)
  .catch(1)
  .default(1)
  .transform((page) => Math.min(page, lastPage));

/** A page number of a call that can read every row, however many there are. */
export const AnyPage = z.coerce.number().int().min(1).max(1_000_000).default(1);

/** A page size from a URL; anything invalid is ignored. */
export const PageSize = z.coerce
  .number()
  .refine((size) => pageSizes.includes(size))
  .optional()
  .catch(undefined);

/** One page of a list. `total` is exact up to {@link pagingLimit}, or one more than that if there are more. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  page: number;
  /** Of a pasted list of ids, those without a row; absent if none was pasted. */
  missing?: string[];
  /** The order of the rows, as in URLs; empty if they come best match first. */
  order?: string;
}

/** The number of rows before a page; a page beyond the paging limit becomes the last one within it. */
export const offsetOf = (page: number, size = pageSize): number => Math.min((page - 1) * size, pagingLimit - size);
