import type { Locale } from '#kernel/i18n/locale.ts';
import type { ExposedType } from '../collection.rules.ts';

/** What narrows the list of collections. */
export type CollectionFilter = {
  search_val?: string | undefined;
  is_public?: 'O' | 'X' | undefined;
  exposed_type?: ExposedType | undefined;
  /** A customer. */
  owner?: number | undefined;
  age_group?: number | undefined;
  lock?: 'on' | 'off' | undefined;
  ads?: 'on' | 'off' | undefined;
  /** A language that its texts lack. */
  missing?: Locale | undefined;
  /** The bid of a book that they reach. */
  book?: string | undefined;
};

/** The columns people may show or leave out. */
const columns = ['public', 'exposed', 'languages', 'books', 'price', 'owners', 'updated'] as const;

export const collectionListOffer = {
  path: '/collection',
  columns,
  initial: columns.filter((column) => column !== 'owners'),
};

export const onOff = ['on', 'off'] as const;
