/** The parts of a collection's page; the first is at the collection's own address, the others below it. */
export const collectionTabs = ['details', 'contents', 'images', 'versions', 'uses', 'history'] as const;

export type CollectionTab = (typeof collectionTabs)[number];

/** The counts shown on the tabs. */
export type CollectionCounts = Record<'contents' | 'images' | 'versions' | 'uses', number>;

/** The address of a part of a collection's page. */
export const collectionTabHref = (cid: string, tab: CollectionTab): string =>
  tab === 'details' ? `/collection/${cid}` : `/collection/${cid}/${tab}`;
