/** The parts of a collection's page; the first is at the collection's own address, the others below it. */
export const collectionParts = ['details', 'contents', 'images', 'uses', 'history', 'versions'] as const;

export type CollectionTab = (typeof collectionParts)[number];

/** The parts that have a tab; the versions stand with the history. */
export const collectionTabs = ['details', 'contents', 'images', 'uses', 'history'] as const satisfies CollectionTab[];

/** The counts shown on the tabs. */
export type CollectionCounts = Record<'contents' | 'images' | 'versions' | 'uses', number>;

/** The address of a part of a collection's page. */
export const collectionTabHref = (cid: string, tab: CollectionTab): string =>
  tab === 'details' ? `/collection/${cid}` : `/collection/${cid}/${tab}`;
