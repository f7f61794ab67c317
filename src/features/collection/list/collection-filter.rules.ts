import { readIdsOf } from '#kernel/text/search-text.rules.ts';

/** The columns that can be shown or hidden. */
const columns = ['public', 'exposed', 'languages', 'books', 'price', 'owners', 'updated'] as const;

export const collectionListOffer = {
  path: '/collection',
  columns,
  initial: columns.filter((column) => column !== 'owners'),
};

/** Reads a pasted list of cids. */
export const readCids = (text: string): string[] | null =>
  readIdsOf(text, (part) => /^[A-Za-z0-9_-]{1,200}$/.test(part));
