import type { Watched } from '#kernel/changes/newest-change.ts';
import type { PortalKind } from '../changes/portal-changes.rules.ts';

/** By which kind of portal changes each kind of the feed is told; see `asPortalChange`. */
const asPortalKind: Readonly<Record<string, PortalKind>> = {
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

/**
 * What caches in between know an answer by, from the changes that can affect it. Whoever hears a change `{kind, id}` removes
 * what has the tag `kind` or `kind/id`, and of one without an id, what has `kind` or `kind/*`. Ids are percent-encoded.
 */
export function cacheTagsOf(sources: readonly Watched[]): string[] {
  const tags = sources.flatMap(({ kind, ids }) => {
    const portalKind = asPortalKind[kind];
    if (portalKind === undefined) throw new Error(`No change of the portal tells of ${kind}`);
    return (ids ?? [undefined]).map((id) => tagOf(portalKind, id));
  });
  return [...new Set(tags)].toSorted();
}

// The feed has an empty id for acts on many.
const tagOf = (kind: PortalKind, id: string | undefined) =>
  id === undefined ? kind : id === '' ? `${kind}/*` : `${kind}/${encodeURIComponent(id)}`;
