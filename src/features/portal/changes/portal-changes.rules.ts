import type { Change } from '#kernel/changes/change-feed.ts';

/** What changes in a portal, as its readers name it. */
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

/** A change that a portal may be told, and whether its record has to be public for that. */
export interface PortalChange extends Change {
  kind: PortalKind;
  ifPublic: boolean;
}

/** The kinds of the feed whose records all readers may see, and what a portal calls them. */
const open: Record<string, PortalKind> = {
  series: 'series',
  category: 'category',
  age_group: 'age_group',
  advertised: 'advertised',
  roadmap: 'roadmap',
  guide: 'series_guide',
};

/**
 * What a change is to a portal; undefined if it is none of its business. Words and sentences are parts of their book,
 * which tells of a change itself unless it is one of many.
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
