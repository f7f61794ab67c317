/** The parts of a book's page; the first is at the book's own address, the others below it. */
export const bookTabs = ['details', 'words', 'images', 'content', 'units', 'uses', 'history'] as const;

export type BookTab = (typeof bookTabs)[number];

/** How many there are of what a part shows; details and history are not counted. */
export type BookCounts = Record<Exclude<BookTab, 'details' | 'history'>, number>;

/** Where a part of a book's page is. */
export const tabHref = (bid: string, tab: BookTab): string =>
  tab === 'details' ? `/book/${bid}` : `/book/${bid}/${tab}`;
