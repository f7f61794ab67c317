import { filesIn } from '#kernel/changesets/change.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { readCurrent } from '#kernel/changesets/conflicts.ts';
import type { ChangeKinds } from '#kernel/changesets/kinds.ts';
import { type MadeChange, picked } from '#kernel/changesets/plan.ts';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { changeRecord, lockRecord, recordCreated } from '#kernel/records/change-record.ts';
import { storeFormer } from '#kernel/records/former.ts';
import { requireFresh } from '#kernel/records/stale.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { listChanges, noteFiles, putChanges, type StoredChange } from './changes/change.store.ts';
import type { NewRelease, ReleaseUpdate } from './release.contract.ts';
import { releaseMessages } from './release.messages.ts';
import { leeway, releaseEntity, type Status } from './release.rules.ts';
import { insertRelease, type StoredRelease, updateRelease } from './release.store.ts';
import { getRelease, lockOpenRelease, releaseKind, requireOpen } from './release-record.service.ts';

/** Adds a release: a draft, or a scheduled one if it has a time. */
export async function addRelease(ctx: Context, { name, apply_at, zone }: NewRelease): Promise<StoredRelease> {
  const at = apply_at ?? 0;
  requireFuture(ctx, at);
  const status: Status = at === 0 ? 'draft' : 'scheduled';
  const relIdx = await insertRelease(ctx, { name, apply_at: at, zone: zone ?? ctx.timeZone, status });
  return recordCreated(ctx, releaseKind, relIdx);
}

/** Renames, schedules or moves a release that is open. */
export async function changeRelease(
  ctx: Context,
  relIdx: number,
  { name, apply_at, zone, version }: ReleaseUpdate,
): Promise<StoredRelease> {
  const before = await lockRecord(ctx, releaseKind, relIdx);
  if (apply_at && apply_at !== before.apply_at) requireFuture(ctx, apply_at);
  const status: Status = apply_at === null ? 'draft' : 'scheduled';
  const act = await beginAct(ctx);
  return changeRecord(ctx, releaseKind, relIdx, {
    version,
    act,
    check: requireOpen,
    values: {
      name,
      zone,
      ...(apply_at !== undefined && { apply_at: apply_at ?? 0, status, problem: null, ended_at: 0 }),
    },
    write: async (differing, had) => {
      await updateRelease(ctx, relIdx, differing);
      const { name: was, apply_at: at, zone: of, status: stood, problem, ended_at } = had;
      const former: Former = { name: was, apply_at: at, zone: of, status: stood, problem, ended_at };
      await storeFormer(ctx.db, act, { entity: releaseEntity, id: relIdx }, former);
    },
  });
}

type Former = Pick<StoredRelease, 'name' | 'apply_at' | 'zone' | 'status' | 'problem' | 'ended_at'>;

/** Undoes a change of a release's name or time, unless anything was done to it since, or the time has passed. */
export async function restoreEdited(ctx: Context, id: string, former: Former): Promise<void> {
  if (former.status === 'scheduled') requireFuture(ctx, former.apply_at);
  await changeRecord(ctx, releaseKind, Number(id), {
    version: undefined,
    check: requireOpen,
    values: former,
    write: (differing) => updateRelease(ctx, Number(id), differing),
  });
}

function requireFuture(ctx: Context, time: number): void {
  if (time !== 0 && time < inSeconds(ctx.now) - leeway)
    throw releaseMessages.errorWith(422, 'release.time_past', { field: 'apply_at' });
}

/** Cancels a release that is open; returns the act, for its undo. */
export async function cancelRelease(ctx: Context, relIdx: number, version: number | undefined): Promise<number> {
  const row = await lockOpenRelease(ctx, relIdx);
  await requireFresh(ctx, {
    entity: releaseEntity,
    id: relIdx,
    current: row.version,
    loaded: version,
    record: releaseKind.audited(row),
  });
  const act = await beginAct(ctx);
  await updateRelease(ctx, relIdx, { status: 'cancelled', ended_at: inSeconds(ctx.now) });
  ctx.audit({
    entity: releaseEntity,
    id: relIdx,
    action: `${releaseEntity}.cancelled`,
    before: { status: row.status },
    after: { status: 'cancelled' },
    act,
  });
  ctx.changed(releaseEntity, relIdx);
  return act;
}

/** Brings a cancelled release back. One whose time has passed meanwhile comes back as a draft. */
export async function reopenRelease(ctx: Context, id: string, { status: was }: Readonly<Record<string, unknown>>) {
  const row = await lockRecord(ctx, releaseKind, Number(id));
  if (row.status !== 'cancelled') throw commonMessages.error(409, 'undo.impossible');
  const passed = was === 'scheduled' && row.apply_at <= inSeconds(ctx.now);
  const status = passed ? 'draft' : (was as Status);
  await updateRelease(ctx, row.rel_idx, { status, ...(passed && { apply_at: 0 }), ended_at: 0 });
  const [before, after] = [{ status: row.status }, { status }];
  ctx.audit({ entity: releaseEntity, id, action: `${releaseEntity}.updated`, before, after });
  ctx.changed(releaseEntity, id);
}

/** A release with the same changes, based on what is there now; without those of records that no longer exist. */
export async function copyRelease(
  ctx: Context,
  { kinds }: ChangeSets,
  relIdx: number,
  given: Partial<NewRelease>,
): Promise<StoredRelease> {
  const from = await getRelease(ctx, relIdx);
  const name = ctx.text('release.copy_name', { name: from.name }).slice(0, 200);
  const copy = await addRelease(ctx, { name, zone: from.zone, ...given });
  const changes = await listChanges(ctx.db, relIdx);
  const now = await readCurrent(ctx, kinds, changes, false);
  const ids = await drawAgain(ctx, kinds, changes);
  const copied = changes.flatMap(({ kind, id, base, fields, reason }): MadeChange[] => {
    const has = now.get(kind)?.get(id);
    if (base === null) return [{ kind, id: ids.get(id) ?? id, fields, base, reason }];
    const set = kinds.of(kind)?.names?.renamed(fields, ids) ?? fields;
    return has ? [{ kind, id, fields: set, base: picked(has, Object.keys(set)), reason }] : [];
  });
  await putChanges(ctx, copy.rel_idx, copied);
  const files = kinds.all.flatMap((kind) =>
    filesIn(
      kind,
      copied.filter((change) => change.kind === kind.kind),
    ),
  );
  await noteFiles(ctx, copy.rel_idx, files);
  return copy;
}

/** New ids for the records that changes add, by those that they had. */
async function drawAgain(
  ctx: Context,
  kinds: ChangeKinds,
  changes: readonly StoredChange[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { kind, id, base } of changes) {
    const drawn = base === null && (await kinds.of(kind)?.create?.draw(ctx));
    if (drawn) ids.set(id, drawn);
  }
  return ids;
}
