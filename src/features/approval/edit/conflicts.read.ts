import { differencesOf } from '#features/audit/audit-changes.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { lastChanges } from '#kernel/records/stale.ts';
import type { PlannedChange } from '#kernel/work/approval.ts';
import type { Context } from '#kernel/work/context.ts';
import type { EditableChange, PlanConflict } from '../approval.contract.ts';
import { describePlanned } from '../approval.service.ts';
import type { ApprovalRow } from '../approval.store.ts';
import { isPath } from './editable.rules.ts';
import { nested } from './plan-difference.rules.ts';

interface FoundConflict {
  change: PlannedChange;
  path: readonly string[];
}

/** The fields of a proposal that waits which somebody else has set since: what is there now, and what it would set. */
export async function readConflicts(
  ctx: Context,
  { records }: Pick<Kernel, 'records'>,
  row: ApprovalRow,
  editable: readonly EditableChange[] | null,
): Promise<PlanConflict[]> {
  const found = editable ? conflictsIn(row) : [];
  if (!editable || found.length === 0) return [];
  const described = await describePlanned(
    ctx,
    records,
    found.map(({ change, sides }) => ({ ...change, ...sides })),
  );
  const given = (row.given ?? row).plan.changes;
  const last = await lastChanges(
    ctx,
    found.map(({ change: { entity, id }, path }) => ({ entity, id, fields: path.slice(0, 1) })),
  );
  return found.flatMap((conflict, index) => {
    const { kind = '', title = null, href = null, fields: [field] = [] } = described[index] ?? {};
    const { name = '', at = 0 } = last[index] ?? {};
    return field ? [{ kind, title, href, field, by: name, at, leave: leaveIn(editable, given, conflict) }] : [];
  });
}

/** What differs from what was there when it was proposed, and is set by the plan. */
function conflictsIn({ plan: { changes, conflicts = [] } }: ApprovalRow) {
  return conflicts.flatMap(({ entity, id, was }) => {
    const change = changes.find((one) => one.entity === entity && one.id === id && one.before !== null);
    if (!change || was === undefined || was === null) return [];
    const since = differencesOf(was, change.before);
    return differencesOf(change.before, change.after).flatMap(({ path, before, after }) => {
      if (!since.some((one) => isPath(one.path, path))) return [];
      const sides = { before: nested([{ path, value: before }]), after: nested([{ path, value: after }]) };
      return [{ change, path, sides }];
    });
  });
}

/** What a person leaves out of a proposal so that what is there stays; null if that cannot be done by itself. */
function leaveIn(
  editable: readonly EditableChange[],
  given: readonly PlannedChange[],
  { change: { entity, id }, path }: FoundConflict,
): PlanConflict['leave'] {
  const of = editable.find(({ change }) => given[change]?.entity === entity && given[change]?.id === id);
  if (!of || of.is_left) return null;
  const field = of.fields.find((one) => isPath(one.path, path));
  const { change } = of;
  if (field?.can_leave) return { change, path: [...path] };
  return of.can_leave && of.fields.length === 1 && editable.length > 1 ? { change } : null;
}
