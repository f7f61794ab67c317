import { z } from 'zod';
import { readCids } from '#features/collection/collection.public.ts';
import { readBookIds } from '#features/library/book-search.public.ts';
import { sortReader } from '#kernel/db/list-page.ts';
import { listQueries } from '#kernel/mount/list.ts';
import { day, type FilterOf, filterOf, recordKey, search, text } from '#kernel/work/filter.ts';
import { registeredFigures } from './registered.rules.ts';

const fields = {
  /** Days of registration. */
  since: day(),
  until: day(),
  /** The customer whose access codes made the registrations. */
  cust_idx: recordKey(),
  /** A collection. */
  cidx: recordKey(),
};

/** The filter of the report of the books that registrations reach. */
const registeredFilter = filterOf({ search_val: search(readBookIds), ...fields });
export type RegisteredFilter = FilterOf<typeof registeredFilter>;

/** Collections can also be filtered by the bid of a book that they reach. */
const registeredCollectionFilter = filterOf({ search_val: search(readCids), ...fields, book: text() });
export type RegisteredCollectionFilter = FilterOf<typeof registeredCollectionFilter>;

const mostFirst = { key: 'registrations', descending: true } as const;
const figureKeys = [...registeredFigures, 'first', 'last'] as const;

export const registeredCollectionQueries = listQueries(
  registeredCollectionFilter,
  sortReader(['title', ...figureKeys], mostFirst),
);
export const registeredBookQueries = listQueries(
  registeredFilter,
  sortReader(['title', 'series', 'collections', ...figureKeys], mostFirst),
);

const figures = {
  ...(Object.fromEntries(registeredFigures.map((name) => [name, z.int()])) as Record<
    (typeof registeredFigures)[number],
    z.ZodInt
  >),
  /** The days of the first and the last registration, 'YYYY-MM-DD'. */
  first: z.string(),
  last: z.string(),
};

/** The counts of a collection's or book's registrations, and the days of the first and last one. */
export type RegisteredFigures = z.output<z.ZodObject<typeof figures>>;

/** A collection that learners have registered for. */
export const RegisteredCollection = z.object({
  cidx: z.int(),
  cid: z.string(),
  title: z.string(),
  /** The customers who own it. */
  owners: z.array(z.object({ cust_idx: z.int(), name: z.string() })),
  ...figures,
});
export type RegisteredCollection = z.output<typeof RegisteredCollection>;

/** A book that registrations reach through their collections. */
export const RegisteredBook = z.object({
  bid: z.string(),
  title: z.string(),
  series: z.string(),
  level: z.string(),
  format: z.string(),
  published: z.boolean(),
  /** The collections that reach it and have registrations. */
  collections: z.int(),
  ...figures,
});
export type RegisteredBook = z.output<typeof RegisteredBook>;
