import { commonMessages } from '#kernel/messages/common.messages.ts';
import { listHistory } from '#kernel/records/history.ts';
import type { NamedRecord, Records } from '#kernel/records/records.ts';
import { isRestorable, valuesBefore } from '#kernel/records/restorable.ts';
import { requireFresh } from '#kernel/records/stale.ts';
import type { Context } from '#kernel/work/context.ts';
import { auditMessages } from './audit.messages.ts';

interface Wanted extends NamedRecord {
  /** The row of its history whose previous values are restored. */
  audit_idx: number;
  /** The newest row of its history that the caller has seen. */
  newest?: number | undefined;
}

/** Restores the values a record had before a change; 409 if it was changed since the caller looked at its history. */
export async function restoreValues(
  ctx: Context,
  records: Records,
  { entity, id, audit_idx: audit, newest }: Wanted,
): Promise<void> {
  const [entry] = await listHistory(ctx, { entity, id, audit, own: true, limit: 1 });
  if (!entry) throw commonMessages.error(404, 'error.not_found');
  const restore = records.of(entity)?.restore;
  if (!restore || !isRestorable(restore, entry)) throw auditMessages.error(409, 'audit.restore_not');
  await restore.write(ctx, id, valuesBefore(entry));
  // The record is locked, and this save has no row yet: a newer row is somebody else's.
  const [last] = await listHistory(ctx, { entity, id, own: true, limit: 1 });
  await requireFresh(ctx, { entity, id, current: last?.audit_idx ?? 0, loaded: newest });
}
