import { storedSets } from '#kernel/changesets/stored-sets.ts';
import { getRecord, lockRecord } from '#kernel/records/change-record.ts';
import { localTime } from '#kernel/text/zoned-time.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { releaseMessages } from './release.messages.ts';
import { isOpen, releaseEntity } from './release.rules.ts';
import { columns, type StoredRelease } from './release.store.ts';

/** A release as a record kind. */
export const releaseKind = storedSets<StoredRelease>({
  entity: releaseEntity,
  key: 'rel_idx',
  columns,
  edited: ['name', 'apply_at', 'zone', 'status', 'problem', 'ended_at'],
  requireOpen,
  timePast: () => releaseMessages.errorWith(422, 'release.time_past', { field: 'apply_at' }),
  missing: () => releaseMessages.error(404, 'release.not_found'),
  audited: ({ name, apply_at, zone, status }) => ({
    name,
    apply_at: apply_at === 0 ? null : `${localTime(zone, apply_at).replace('T', ' ')} ${zone}`,
    status,
  }),
});

export const getRelease = (ctx: Context, relIdx: number): Promise<StoredRelease> => getRecord(ctx, releaseKind, relIdx);

/** A release that can still be changed, locked until the transaction ends. */
export async function lockOpenRelease(ctx: Context, relIdx: number): Promise<StoredRelease> {
  const row = await lockRecord(ctx, releaseKind, relIdx);
  requireOpen(row);
  return row;
}

/** Throws if the release was applied or cancelled. */
export function requireOpen({ status }: Pick<StoredRelease, 'status'>): void {
  if (isOpen(status)) return;
  throw releaseMessages.error(409, status === 'applied' ? 'release.was_applied' : 'release.was_cancelled');
}
