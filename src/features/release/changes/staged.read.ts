import type { StagedChange } from '#kernel/changesets/kinds.ts';
import type { Context } from '#kernel/work/context.ts';
import { currentOf } from '../current-release.rules.ts';
import { isOpen } from '../release.rules.ts';
import { findRelease } from '../release.store.ts';
import { findChange } from './change.store.ts';

/** What the release that a person works on already sets in a record. */
export async function findStaged(
  ctx: Context,
  cookies: Record<string, string | undefined>,
  record: { kind: string; id: string },
): Promise<StagedChange | undefined> {
  const current = currentOf(cookies);
  const release = current === null ? undefined : await findRelease(ctx.db, current);
  if (!release || !isOpen(release.status)) return undefined;
  const change = await findChange(ctx.db, release.rel_idx, record);
  return change && { ...change, base: change.base ?? {}, release: release.name };
}
