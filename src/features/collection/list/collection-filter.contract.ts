import { sortReader } from '#kernel/db/list-page.ts';
import { listQueries, type OrderOf } from '#kernel/mount/list.ts';
import { choice, type FilterOf, field, filterOf, recordKey, search, text } from '#kernel/work/filter.ts';
import { Localized } from '../collection.contract.ts';
import { exposedTypes } from '../collection.rules.ts';
import { readCids } from './collection-filter.rules.ts';

const onOff = ['on', 'off'] as const;

/** The filter of the list of collections. */
const collectionFilter = filterOf({
  /** Words, or a list of cids. */
  search_val: search(readCids),
  is_public: choice(['O', 'X']),
  exposed_type: choice(exposedTypes),
  /** A customer. */
  owner: recordKey(),
  age_group: recordKey(),
  lock: choice(onOff),
  ads: choice(onOff),
  /** A language in which the collection lacks texts. */
  missing: field(Localized),
  /** The bid of a book that the collection reaches. */
  book: text(),
});
export type CollectionFilter = FilterOf<typeof collectionFilter>;

export const collectionQueries = listQueries(
  collectionFilter,
  sortReader(['title', 'cid', 'public', 'exposed', 'updated'], { key: 'updated', descending: true }),
);
export type CollectionOrder = OrderOf<typeof collectionQueries>;
