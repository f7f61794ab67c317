import { z } from 'zod';

/** Rows on one page of a list, unless somebody chose another of {@link pageSizes}. */
export const pageSize = 100;

/** How many rows a page may have, in lists that let people choose. */
export const pageSizes: readonly number[] = [25, 50, 100, 200];

/** How far a list is paged and counted; for more, users narrow the search or export. Rows. */
export const pagingLimit = 10_000;

/** A page number from a URL; anything invalid becomes the first page. */
export const PageNumber = z.coerce
  .number()
  .int()
  .min(1)
  .max(pagingLimit / Math.min(...pageSizes))
  .catch(1)
  .default(1);

/** A page size from a URL; anything else is as if it were not there. */
export const PageSize = z.coerce
  .number()
  .refine((size) => pageSizes.includes(size))
  .optional()
  .catch(undefined);

/** One page of a list. `total` is exact up to {@link pagingLimit}, and one more than it if there are more. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  page: number;
}

/** The rows before a page; a page beyond the limit of paging is the last one within it. */
export const offsetOf = (page: number, size = pageSize): number => Math.min((page - 1) * size, pagingLimit - size);
