import type { Locale } from '#kernel/messages/locale.ts';
import type { ExposedType } from '../collection.rules.ts';

/** The filters of the list of collections. */
export type CollectionFilter = {
  search_val?: string | undefined;
  is_public?: 'O' | 'X' | undefined;
  exposed_type?: ExposedType | undefined;
  /** A customer. */
  owner?: number | undefined;
  age_group?: number | undefined;
  lock?: 'on' | 'off' | undefined;
  ads?: 'on' | 'off' | undefined;
  /** A language in which the collection lacks texts. */
  missing?: Locale | undefined;
  /** The bid of a book that the collection reaches. */
  book?: string | undefined;
};

/** The columns that can be shown or hidden. */
const columns = ['public', 'exposed', 'languages', 'books', 'price', 'owners', 'updated'] as const;

export const collectionListOffer = {
  path: '/collection',
  columns,
  initial: columns.filter((column) => column !== 'owners'),
};

export const onOff = ['on', 'off'] as const;
