import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { recordsIn } from '#kernel/changesets/coming.ts';
import { type ChangeConflict, conflictsOf, readCurrent } from '#kernel/changesets/conflicts.ts';
import type { FieldsById } from '#kernel/changesets/kinds.ts';
import { findTaken } from '#kernel/changesets/unique.ts';
import type { Context } from '#kernel/work/context.ts';
import { releaseEntity } from '../release.rules.ts';
import type { StoredRelease } from '../release.store.ts';
import type { StoredChange } from './change.store.ts';

/** The conflicts of changes of a release, by change: with what there is, and with what is scheduled before it. */
export async function findConflicts(
  ctx: Context,
  changeSets: ChangeSets,
  { rel_idx: set, status, apply_at }: StoredRelease,
  changes: readonly StoredChange[],
  current?: ReadonlyMap<string, FieldsById>,
): Promise<Map<StoredChange, ChangeConflict>> {
  const [now, coming, taken] = await Promise.all([
    current ?? readCurrent(ctx, changeSets.kinds, changes, false),
    status === 'scheduled'
      ? changeSets.coming(ctx, recordsIn(changes), { apply_at, before: { source: releaseEntity, set } })
      : [],
    findTaken(ctx, changeSets.kinds, changes),
  ]);
  return conflictsOf(changeSets.kinds, changes, { now, coming, taken });
}
