import { filesIn } from '#kernel/changesets/change.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { readCurrent } from '#kernel/changesets/conflicts.ts';
import type { ChangeKinds } from '#kernel/changesets/kinds.ts';
import { type MadeChange, picked, planGiven } from '#kernel/changesets/plan.ts';
import { cancelSet, editSet, insertSet, noteStatus, requireFuture, updateSet } from '#kernel/changesets/stored-sets.ts';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { lockRecord, recordCreated } from '#kernel/records/change-record.ts';
import { type FileOwners, lockFilesAgainstSweep } from '#kernel/storage/file-owners.ts';
import { unreferencedLifetimeMs } from '#kernel/storage/left-files.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { listChanges, noteFiles, putChanges, type StoredChange } from './changes/change.store.ts';
import type { NewRelease, ReleaseUpdate } from './release.contract.ts';
import { releaseMessages } from './release.messages.ts';
import type { Status } from './release.rules.ts';
import type { StoredRelease } from './release.store.ts';
import { getRelease, lockOpenRelease, releaseKind } from './release-record.service.ts';

/** Adds a release: a draft, or a scheduled one if it has a time. */
export async function addRelease(ctx: Context, { name, apply_at, zone }: NewRelease): Promise<StoredRelease> {
  const at = apply_at ?? 0;
  requireFuture(ctx, releaseKind, at);
  const status: Status = at === 0 ? 'draft' : 'scheduled';
  const given = { name, apply_at: at, zone: zone ?? ctx.timeZone, status };
  return recordCreated(ctx, releaseKind, await insertSet(ctx, releaseKind, given));
}

/** Renames, schedules or moves a release that is open. */
export async function changeRelease(
  ctx: Context,
  relIdx: number,
  { name, apply_at, zone, version }: ReleaseUpdate,
): Promise<StoredRelease> {
  const before = await lockRecord(ctx, releaseKind, relIdx);
  if (apply_at && apply_at !== before.apply_at) requireFuture(ctx, releaseKind, apply_at);
  const status: Status = apply_at === null ? 'draft' : 'scheduled';
  const values = {
    ...(name !== undefined && { name }),
    ...(zone !== undefined && { zone }),
    ...(apply_at !== undefined && { apply_at: apply_at ?? 0, status, problem: null, ended_at: 0 }),
  };
  return editSet(ctx, releaseKind, relIdx, { version, values });
}

/** Cancels a release that is open; returns the act, for its undo. */
export async function cancelRelease(ctx: Context, relIdx: number, version: number | undefined): Promise<number> {
  const row = await lockOpenRelease(ctx, relIdx);
  const values = { status: 'cancelled' as const, ended_at: inSeconds(ctx.now) };
  return cancelSet(ctx, releaseKind, { row, version }, () => updateSet(ctx, releaseKind, relIdx, values));
}

/** Brings a cancelled release back. One whose time has passed meanwhile comes back as a draft. */
export async function reopenRelease(ctx: Context, id: string, { status: was }: Readonly<Record<string, unknown>>) {
  const row = await lockRecord(ctx, releaseKind, Number(id));
  if (row.status !== 'cancelled') throw commonMessages.error(409, 'undo.impossible');
  const passed = was === 'scheduled' && row.apply_at <= inSeconds(ctx.now);
  const status = passed ? 'draft' : (was as Status);
  await updateSet(ctx, releaseKind, row.rel_idx, { status, ...(passed && { apply_at: 0 }), ended_at: 0 });
  noteStatus(ctx, releaseKind, row, { did: 'updated', status });
}

/** Refuses to bring back a cancelled release whose changes name files once these may be gone. */
export async function requireFiles(ctx: Context, { kinds }: ChangeSets, relIdx: number): Promise<void> {
  const { ended_at } = await getRelease(ctx, relIdx);
  if (ctx.now.getTime() - ended_at * 1000 <= unreferencedLifetimeMs) return;
  const changes = await listChanges(ctx.db, { rel_idx: relIdx });
  if (namedFiles(kinds, changes).length > 0) throw releaseMessages.error(409, 'release.files_gone');
}

const namedFiles = (kinds: ChangeKinds, changes: readonly Pick<StoredChange, 'kind' | 'fields'>[]): string[] =>
  [...Map.groupBy(changes, ({ kind }) => kind)].flatMap(([kind, some]) => filesIn(kinds.of(kind), some));

/** A release with the same changes, based on what is there now; how many were left out, as their records or files are gone. */
export async function copyRelease(
  ctx: Context,
  { changeSets: { kinds }, files }: Pick<Kernel, 'changeSets' | 'files'>,
  relIdx: number,
  given: Partial<NewRelease>,
): Promise<{ copy: StoredRelease; left_out: number }> {
  const from = await getRelease(ctx, relIdx);
  const name = ctx.text('release.copy_name', { name: from.name }).slice(0, 200);
  const copy = await addRelease(ctx, { name, zone: from.zone, ...given });
  const changes = await listChanges(ctx.db, { rel_idx: relIdx });
  const now = await readCurrent(ctx, kinds, changes, false);
  const ids = await drawAgain(ctx, kinds, changes);
  const named = changes.flatMap(({ kind, id, base, fields, reason }): MadeChange[] => {
    const has = now.get(kind)?.get(id);
    if (base === null) return [{ kind, id: ids.get(id) ?? id, fields, base, reason }];
    const set = kinds.of(kind)?.names?.renamed(fields, ids) ?? fields;
    return has ? [{ kind, id, fields: set, base: picked(has, Object.keys(set)), reason }] : [];
  });
  await lockFilesAgainstSweep(ctx);
  const gone = await findWithoutFiles(ctx, { kinds, files }, named);
  const copied = named.filter((change) => !gone.has(change));
  await putChanges(ctx, copy.rel_idx, copied);
  await noteFiles(ctx, copy.rel_idx, namedFiles(kinds, copied));
  return { copy, left_out: changes.length - copied.length };
}

/** Those of the changes that are refused, because files that they name are kept no longer. */
async function findWithoutFiles(
  ctx: Context,
  { kinds, files }: { kinds: ChangeKinds; files: FileOwners },
  changes: readonly MadeChange[],
): Promise<Set<MadeChange>> {
  const awaited = new Set(await files.awaited(ctx, namedFiles(kinds, changes)));
  const gone = new Set<MadeChange>();
  // Each has files of its own: few are named that no release waits with.
  for (const change of changes) {
    const kind = kinds.of(change.kind);
    if (!kind || filesIn(kind, [change]).every((file) => awaited.has(file))) continue;
    const { id, fields, base, reason } = change;
    const given = { ids: [id], values: kind.valuesOf(fields, reason), reason, isNew: base === null };
    const planned = planGiven(ctx, { kinds, kind }, given, { changes: [] });
    await planned.catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      gone.add(change);
    });
  }
  return gone;
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
