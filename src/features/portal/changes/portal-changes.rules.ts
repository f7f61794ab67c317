import type { Change } from '#kernel/changes/change-feed.ts';

/** The kinds of changes, as portals know them. */
export const portalKinds = [
  'book',
  'series',
  'category',
  'age_group',
  'collection',
  'advertised',
  'roadmap',
  'series_guide',
] as const;
export type PortalKind = (typeof portalKinds)[number];

/** A change that a portal may be told of, and whether only if its record is public. */
export interface PortalChange extends Change {
  kind: PortalKind;
  ifPublic: boolean;
}

/** The kinds of the feed whose records all readers may see, with the portal's names for them. */
const open: Record<string, PortalKind> = {
  series: 'series',
  category: 'category',
  age_group: 'age_group',
  advertised: 'advertised',
  roadmap: 'roadmap',
  guide: 'series_guide',
};

/**
 * How a portal is told of a change; undefined if it does not concern portals. Words and sentences are parts of their
 * book: its own change covers them, unless they are changed by an act on many.
 */
export function asPortalChange(change: Change): PortalChange | undefined {
  const { kind, id } = change;
  const as = (portalKind: PortalKind, ifPublic = false) => ({ ...change, kind: portalKind, ifPublic });
  const shown = open[kind];
  if (shown) return as(shown);
  if (kind === 'book' || kind === 'collection') return as(kind, id !== null);
  if (kind === 'book.gone') return as('book');
  if (kind === 'collection.gone') return as('collection');
  if (kind === 'sentence' && id === null) return as('book');
  if (kind === 'setting' && id === 'guide.ages') return { ...as('series_guide'), id: null };
  return undefined;
}
