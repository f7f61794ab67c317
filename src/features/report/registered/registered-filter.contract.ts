import { day, type FilterOf, filterOf, recordKey, search, text } from '#kernel/work/filter.ts';

/** The filter of the report of the books that registrations reach. */
export const registeredFilter = filterOf({
  search_val: search(),
  /** Days of registration. */
  since: day(),
  until: day(),
  /** The customer whose access codes made the registrations. */
  cust_idx: recordKey(),
  /** A collection. */
  cidx: recordKey(),
});
export type RegisteredFilter = FilterOf<typeof registeredFilter>;

/** Collections can also be filtered by the bid of a book that they reach. */
export const registeredCollectionFilter = filterOf({ ...registeredFilter.fields, book: text() });
export type RegisteredCollectionFilter = FilterOf<typeof registeredCollectionFilter>;
