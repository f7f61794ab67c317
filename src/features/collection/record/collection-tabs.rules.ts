/** The parts of a collection's page; the first is at the collection's own address, the others below it. */
export const collectionTabs = ['details', 'contents', 'images', 'versions', 'uses', 'history'] as const;

export type CollectionTab = (typeof collectionTabs)[number];

/** How many there are of what a part shows. */
export type CollectionCounts = Record<'contents' | 'images' | 'versions' | 'uses', number>;

/** Where a part of a collection's page is. */
export const collectionTabHref = (cid: string, tab: CollectionTab): string =>
  tab === 'details' ? `/collection/${cid}` : `/collection/${cid}/${tab}`;
