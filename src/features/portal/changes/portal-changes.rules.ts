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
export function asPortalChange({ cursor, kind, id }: Change): PortalChange | undefined {
  const shown = open[kind];
  if (shown) return { cursor, kind: shown, id, ifPublic: false };
  if (kind === 'book' || kind === 'collection') return { cursor, kind, id, ifPublic: id !== null };
  if (kind === 'book.gone') return { cursor, kind: 'book', id, ifPublic: false };
  if (kind === 'collection.gone') return { cursor, kind: 'collection', id, ifPublic: false };
  if (kind === 'sentence' && id === null) return { cursor, kind: 'book', id, ifPublic: false };
  if (kind === 'setting' && id === 'guide.ages') return { cursor, kind: 'series_guide', id: null, ifPublic: false };
  return undefined;
}
