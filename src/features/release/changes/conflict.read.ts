import { type RawBuilder, sql } from 'kysely';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { type ComingValue, type Rival, recordsIn } from '#kernel/changesets/coming.ts';
import { type ChangeConflict, conflictsOf, readCurrent } from '#kernel/changesets/conflicts.ts';
import type { FieldsById } from '#kernel/changesets/kinds.ts';
import { findTaken } from '#kernel/changesets/unique.ts';
import type { Context } from '#kernel/work/context.ts';
import { isOpen, releaseEntity } from '../release.rules.ts';
import type { StoredRelease } from '../release.store.ts';
import { listChanges, type StoredChange } from './change.store.ts';

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

/** How many changes need a decision, by release, in as many statements as there are kinds; none of those that are over. */
export async function countConflicts(
  ctx: Context,
  changeSets: ChangeSets,
  releases: readonly Pick<StoredRelease, 'rel_idx' | 'status'>[],
): Promise<Map<number, number>> {
  const { kinds } = changeSets;
  const ids = releases.flatMap(({ rel_idx: relIdx, status }) => (isOpen(status) ? [relIdx] : []));
  const changes = ids.length > 0 ? await listChanges(ctx.db, { rel_idx: ids }) : [];
  const of = sql`(select distinct kind, record_id as id from release_change where rel_idx = any(${ids}::integer[]))`;
  const [now, coming, taken] = await Promise.all([
    readCurrent(ctx, kinds, changes, false),
    changes.length > 0 ? listBefore(ctx, changeSets.comingInOrder(of), ids) : [],
    findTaken(ctx, kinds, changes, ({ rel_idx: relIdx }) => relIdx),
  ]);
  const before = Map.groupBy(coming, ({ before_set: relIdx }) => relIdx);
  const bySet = Map.groupBy(changes, ({ rel_idx: relIdx }) => relIdx);
  return new Map(
    [...bySet].map(([relIdx, own]) => [
      relIdx,
      conflictsOf(kinds, own, { now, coming: before.get(relIdx) ?? [], taken }).size,
    ]),
  );
}

/** What is scheduled to set the fields of releases last before them. */
async function listBefore(ctx: Context, ordered: RawBuilder<unknown>, ids: readonly number[]) {
  const { rows } = await sql<Pick<ComingValue, 'kind' | 'id' | 'name'> & { set: number; earlier: Rival }>`
    select set, kind, id, name, earlier from ${ordered} o
    where source = ${releaseEntity} and set = any(${ids}::integer[]) and earlier is not null`.execute(ctx.db);
  return rows.map(({ set, earlier, ...field }) => ({ ...field, ...earlier, reason: null, by: null, before_set: set }));
}
