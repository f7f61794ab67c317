import type { Records } from '#kernel/records/records.ts';
import type { PlannedChange } from '#kernel/work/approval.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { AuditNames, type NamedEntry } from './audit-names.service.ts';

export { TrailEntry } from './audit.contract.ts';
export { changesOf as differencesOf } from './audit-changes.rules.ts';

// A page has two hundred of them.
const onScreen = { changes: 30, characters: 500, total: 3000, words: { from: 40, around: 60 } };

/** Changes that nobody has made yet, named as the trail would name them. */
export async function describeChanges(
  ctx: Context,
  records: Records,
  changes: readonly PlannedChange[],
): Promise<Pick<NamedEntry, 'kind' | 'id' | 'title' | 'href' | 'action' | 'reason' | 'changes' | 'more'>[]> {
  const at = inSeconds(ctx.now);
  const rows = changes.map(({ id, ...change }) => ({
    ...change,
    entity_id: id,
    audit_idx: 0,
    at,
    actor: null,
    act_idx: null,
  }));
  const names = await AuditNames.knowing(ctx, records, rows);
  return rows.map((row) => names.entry(row, onScreen));
}
