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

/** Of which kind of portal changes each kind of the feed is. */
export const portalKindOf: Readonly<Record<string, PortalKind>> = {
  book: 'book',
  'book.gone': 'book',
  word: 'book',
  sentence: 'book',
  collection: 'collection',
  'collection.gone': 'collection',
  series: 'series',
  level: 'series',
  category: 'category',
  age_group: 'age_group',
  advertised: 'advertised',
  roadmap: 'roadmap',
  guide: 'series_guide',
  guide_item: 'series_guide',
  setting: 'series_guide',
};

/** How a portal is told of a change; undefined if it does not concern portals, or if that of another record covers it. */
export function asPortalChange(change: Change): PortalChange | undefined {
  const { kind, id } = change;
  const portalKind = portalKindOf[kind];
  if (!portalKind || isCovered(change)) return undefined;
  const ifPublic = (kind === 'book' || kind === 'collection') && id !== null;
  return { ...change, kind: portalKind, id: kind === 'setting' ? null : id, ifPublic };
}

/** Whether it changes a part of a record whose own change is told. An act on many sentences names no book. */
function isCovered({ kind, id }: Change): boolean {
  if (kind === 'sentence') return id !== null;
  if (kind === 'setting') return id !== 'guide.ages';
  return kind === 'word' || kind === 'level' || kind === 'guide_item';
}
