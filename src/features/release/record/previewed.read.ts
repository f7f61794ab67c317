import { showChanges } from '#kernel/changesets/shown-changes.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { listChanges } from '../changes/change.store.ts';
import { previewHref } from './previewed.rules.ts';

/** The first records of a release that can be previewed, each once. */
export async function listPreviewed(
  ctx: Context,
  { changeSets: { kinds }, records }: Pick<Kernel, 'changeSets' | 'records'>,
  relIdx: number,
  most: number,
): Promise<{ title: string; href: `/${string}` }[]> {
  const changes = await listChanges(ctx.db, { rel_idx: relIdx });
  const first = new Map<`/${string}`, (typeof changes)[number]>();
  for (const change of changes) {
    const href = first.size < most ? previewHref(relIdx, change) : null;
    if (href !== null && !first.has(href)) first.set(href, change);
  }
  const shown = await showChanges(ctx, { kinds, records }, [...first.values()]);
  return [...first.keys()].map((href, nth) => ({ href, title: shown[nth]?.title ?? '' }));
}
