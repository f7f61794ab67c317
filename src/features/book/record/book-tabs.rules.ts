/** The parts of a book's page; the first is at the book's own address, the others below it. */
export const bookTabs = ['details', 'words', 'images', 'content', 'units', 'uses', 'history'] as const;

export type BookTab = (typeof bookTabs)[number];

/** The number of entries in each part; details and history are not counted. */
export type BookCounts = Record<Exclude<BookTab, 'details' | 'history'>, number>;

/** The address of a part of a book's page. */
export const tabHref = (bid: string, tab: BookTab): string =>
  tab === 'details' ? `/book/${bid}` : `/book/${bid}/${tab}`;

/** The end of the address of a book's page that asks to publish it. */
export const publishHash = 'publish';

/** The end of the address of a book's words that shows only the sentences without audio. */
export const silentHash = 'silent';

/** Lists of books, for stepping through them. */
export const bookList = { kind: 'book', id: 'bid' };
