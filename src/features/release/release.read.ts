import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import type { ChangeConflict } from '#kernel/changesets/conflicts.ts';
import { problemText } from '#kernel/changesets/problem-text.ts';
import { showChanges, titlesOfAdded } from '#kernel/changesets/shown-changes.ts';
import { type ShownConflict, showConflicts } from '#kernel/changesets/shown-conflicts.ts';
import { offsetOf, type Page } from '#kernel/db/paging.ts';
import { sendingTogether } from '#kernel/db/sent-together.ts';
import { timeText, zonedTimeText } from '#kernel/messages/time-text.ts';
import type { PageRequest } from '#kernel/mount/list.ts';
import { findUndone } from '#kernel/records/acts.ts';
import type { Records } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { listChanges, type StoredChange } from './changes/change.store.ts';
import { countConflicts, findConflicts } from './changes/conflict.read.ts';
import type { Conflict, ReleaseChange, ReleaseFilter, ReleaseRow } from './release.contract.ts';
import type { ReleaseWords } from './release.messages.ts';
import { releaseEntity, type Status } from './release.rules.ts';
import { countReleases, listReleases, type StoredRelease } from './release.store.ts';
import { getRelease } from './release-record.service.ts';

interface Kernel {
  changeSets: ChangeSets;
  records: Records;
}

// More than staff keep an eye on; the trail has all.
const mostListed = 500;

/** The releases, the open ones first. */
export async function readReleases(
  ctx: Context,
  { only, limit = mostListed, offset = 0 }: { only?: readonly Status[]; limit?: number; offset?: number } = {},
): Promise<ReleaseRow[]> {
  const rows = await listReleases(ctx.db, { limit, offset, ...(only && { only }) });
  const undone = await findUndone(
    ctx,
    rows.flatMap(({ act_idx }) => act_idx ?? []),
  );
  return rows.map((row) => rowOf(ctx, row, row.count, undone));
}

/** A release in a list, with how many of its changes need a decision. */
export interface ListedRelease extends ReleaseRow {
  conflicts: number;
}

/** One page of the list of releases. */
export async function findReleases(
  ctx: Context,
  changeSets: ChangeSets,
  { status }: ReleaseFilter,
  { page, size }: PageRequest<string>,
): Promise<Page<ListedRelease>> {
  const [rows, total] = await Promise.all([
    readReleases(ctx, { limit: size, offset: offsetOf(page, size), ...(status && { only: [status] }) }),
    countReleases(ctx.db, status),
  ]);
  const counts = await countConflicts(ctx, changeSets, rows);
  return { rows: rows.map((row) => ({ ...row, conflicts: counts.get(row.rel_idx) ?? 0 })), total, page };
}

function rowOf(
  ctx: Context,
  row: StoredRelease,
  count: number,
  undone: ReadonlyMap<number, { at: number; actor: string | null }>,
): ReleaseRow {
  return {
    ...row,
    count,
    problem: problemText(ctx, row.problem),
    undone: row.act_idx === null ? null : (undone.get(row.act_idx) ?? null),
  };
}

/** A release with its changes, as calls and the page show it. */
export async function readRelease(
  ctx: Context,
  kernel: Kernel,
  relIdx: number,
): Promise<ReleaseRow & { changes: ReleaseChange[] }> {
  const release = await getRelease(ctx, relIdx);
  const [stored, undone] = await Promise.all([
    listChanges(ctx.db, { rel_idx: relIdx }),
    findUndone(ctx, release.act_idx === null ? [] : [release.act_idx]),
  ]);
  const isOver = release.status === 'applied' || release.status === 'cancelled';
  const conflicts = isOver
    ? new Map<StoredChange, ChangeConflict>()
    : await findConflicts(ctx, kernel.changeSets, release, stored);
  return {
    ...rowOf(ctx, release, stored.length, undone),
    changes: await listShown(ctx, kernel, stored, conflicts),
  };
}

async function listShown(
  ctx: Context,
  { changeSets: { kinds }, records }: Kernel,
  stored: readonly StoredChange[],
  conflicts: ReadonlyMap<StoredChange, ChangeConflict>,
): Promise<ReleaseChange[]> {
  const page = sendingTogether(ctx);
  const inConflict = stored.flatMap((change) => {
    const conflict = conflicts.get(change);
    return conflict && !conflict.gone ? [{ change, conflict }] : [];
  });
  const [shown, shownConflicts] = await Promise.all([
    showChanges(page, { kinds, records }, stored),
    showConflicts(page, { kinds, records }, inConflict, titlesOfAdded(kinds, stored)),
  ]);
  const shownOf = new Map(inConflict.map(({ change }, nth) => [change, shownConflicts[nth]]));
  return stored.map((change, nth): ReleaseChange => {
    const { chg_idx, kind, id, reason, anyway, put_by, put_at, version } = change;
    const { title = id, href = null, is_new = false, fields = [] } = shown[nth] ?? {};
    const conflict = conflicts.has(change) ? conflictIn(ctx, shownOf.get(change)) : null;
    return { chg_idx, kind, id, title, reason, anyway, put_by, put_at, version, href, is_new, fields, conflict };
  });
}

/** A conflict as a sentence; without one that is shown, the record is gone. */
function conflictIn(ctx: Context, conflict: ShownConflict | undefined): Conflict {
  const t = ctx.translate<ReleaseWords>();
  if (!conflict)
    return { text: t('release.conflict_gone'), edited: null, release: null, reservation: null, fields: [], gone: true };
  const { fields: shown, edited, rivals, taken } = conflict;
  const fields = [...new Set(shown.map(({ label }) => label))].join(', ');
  const release = rivals.find(({ source }) => source === releaseEntity);
  const reservation = rivals.find(({ source }) => source !== releaseEntity);
  const texts = [
    edited && t('release.conflict_edited', { ...edited, fields, time: timeText(ctx, edited.at) }),
    release &&
      t('release.conflict_release', { name: release.title ?? '', fields, time: zonedTimeText(ctx, release.apply_at) }),
    ...taken.map((one) => t('release.conflict_taken', one)),
    reservation && t('release.conflict_reservation', { fields, time: zonedTimeText(ctx, reservation.apply_at) }),
  ];
  return {
    text: texts.filter(Boolean).join(' '),
    edited,
    release: release ? { rel_idx: release.set, name: release.title ?? '', apply_at: release.apply_at } : null,
    reservation: reservation ? { res_idx: reservation.set, apply_at: reservation.apply_at } : null,
    gone: false,
    fields: shown.map(({ field: _field, differs: _differs, ...field }) => field),
  };
}
