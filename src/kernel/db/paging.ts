import { z } from 'zod';

/** Rows on one page of a list. */
export const pageSize = 100;

/** How far a list is paged and counted; for more, users narrow the search or export. Rows. */
export const pagingLimit = 10_000;

/** A page number from a URL; anything invalid becomes the first page. */
export const PageNumber = z.coerce
  .number()
  .int()
  .min(1)
  .max(pagingLimit / pageSize)
  .catch(1)
  .default(1);

/** One page of a list. `total` is exact up to {@link pagingLimit}, and one more than it if there are more. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  page: number;
}

export const offsetOf = (page: number): number => (page - 1) * pageSize;
