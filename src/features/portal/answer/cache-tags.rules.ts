import type { Watched } from '#kernel/changes/newest-change.ts';
import { type PortalKind, portalKindOf } from '../changes/portal-changes.rules.ts';

/**
 * What caches in between know an answer by, from the changes that can affect it. Whoever hears a change `{kind, id}` removes
 * what has the tag `kind` or `kind/id`, and of one without an id, what has `kind` or `kind/*`. Ids are percent-encoded.
 */
export function cacheTagsOf(sources: readonly Watched[]): string[] {
  const tags = sources.flatMap(({ kind, ids }) => {
    const portalKind = portalKindOf[kind];
    if (portalKind === undefined) throw new Error(`No change of the portal tells of ${kind}`);
    return (ids ?? [undefined]).map((id) => tagOf(portalKind, id));
  });
  return [...new Set(tags)].toSorted();
}

// The feed has an empty id for acts on many.
const tagOf = (kind: PortalKind, id: string | undefined) =>
  id === undefined ? kind : id === '' ? `${kind}/*` : `${kind}/${encodeURIComponent(id)}`;
