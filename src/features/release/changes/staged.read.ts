import type { StagedChange } from '#kernel/changesets/kinds.ts';
import type { Context } from '#kernel/work/context.ts';
import { currentOf } from '../current-release.rules.ts';
import { isOpen } from '../release.rules.ts';
import { releaseKind } from '../release-record.service.ts';
import { listChanges } from './change.store.ts';

/** What the release that a person works on already sets in a record. */
export async function findStaged(
  ctx: Context,
  cookies: Record<string, string | undefined>,
  record: { kind: string; id: string },
): Promise<StagedChange | undefined> {
  const current = currentOf(cookies);
  const release = current === null ? undefined : await releaseKind.find(ctx, current);
  if (!release || !isOpen(release.status)) return undefined;
  const { kind, id } = record;
  const [change] = await listChanges(ctx.db, { rel_idx: release.rel_idx, kinds: [kind], ids: [id] });
  return change && { ...change, base: change.base ?? {}, release: release.name };
}
