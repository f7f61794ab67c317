/** Counts of registrations, each of which links to the registrations it counts. */
export const registeredFigures = ['registrations', 'live', 'expired', 'canceled', 'by_code', 'by_event'] as const;
type RegisteredFigure = (typeof registeredFigures)[number];

/** The filter of the list of registrations that shows those of a figure. */
export const figureQuery: Record<RegisteredFigure, { status?: string; kind?: string }> = {
  registrations: {},
  live: { status: 'active' },
  expired: { status: 'expired' },
  canceled: { status: 'canceled' },
  by_code: { kind: 'code' },
  by_event: { kind: 'event' },
};

const collectionColumns = ['owners', ...registeredFigures, 'first', 'last', 'contents'] as const;

export const registeredCollectionOffer = {
  path: '/report/registered-collection',
  columns: collectionColumns,
  initial: collectionColumns.filter((column) => column !== 'first'),
};

const bookColumns = [
  'series',
  'level',
  'format',
  'published',
  'collections',
  ...registeredFigures,
  'first',
  'last',
] as const;

export const registeredBookOffer = {
  path: '/report/registered-book',
  columns: bookColumns,
  initial: ['series', 'level', 'published', 'collections', 'registrations', 'live', 'last'],
};
