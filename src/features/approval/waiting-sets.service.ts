import type { Approvals, JudgedSets } from '#kernel/desk/approvals.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { AuditEntry, Context } from '#kernel/work/context.ts';
import { approvalEntity } from './approval.rules.ts';
import { decide, lockApprovalOf, setAwaits } from './approval.store.ts';
import { addPlan, type PlanParts, replan } from './plan-waiting.service.ts';
import { planWith } from './plan.store.ts';
import { neededBy } from './second-person.rules.ts';
import type { SecondPerson } from './second-person.setting.ts';

/** A set of changes with a time that was worked on. */
export type FoundSet = JudgedSets & { id: number };

/** The sets of changes that were edited. */
export function setsIn({ sets }: Approvals, entries: readonly AuditEntry[]): FoundSet[] {
  const found = new Map<string, FoundSet>();
  for (const { entity, id, action } of entries) {
    const kind = sets.get(entity);
    if (kind && action !== `${entity}.applied`) found.set(`${entity} ${id}`, { ...kind, id: Number(id) });
  }
  return [...found.values()];
}

/** The sets of changes that were applied. */
export const appliedSets = ({ sets }: Approvals, entries: readonly AuditEntry[]): FoundSet[] =>
  entries.flatMap(({ entity, id, action }) => {
    const kind = sets.get(entity);
    return kind && action === `${entity}.applied` ? [{ ...kind, id: Number(id) }] : [];
  });

/**
 * Lets sets of changes that wait for their time wait for another person, too, from when they are scheduled; each edit
 * asks anew. Returns the approval of the first that did not wait before.
 */
export async function awaitApproval(
  ctx: Context,
  parts: PlanParts,
  setting: SecondPerson,
  sets: readonly FoundSet[],
): Promise<number | undefined> {
  let first: number | undefined;
  for (const set of sets) {
    const planned = await set.find(ctx, set.id);
    const rule = planned && neededBy(setting, planned.rules);
    const known = await lockApprovalOf(ctx, set.entity, String(set.id));
    if (!planned || rule === undefined) {
      if (!known) continue;
      await decide(ctx, known.appr_idx, { status: 'withdrawn', by: actorName(ctx.actor) });
      await setAwaits(ctx, set, null);
      ctx.changed(approvalEntity, known.appr_idx);
      continue;
    }
    const { title, changes } = planned;
    const made = { kind: rule, title, plan: planWith(changes), digest: '', by: actorName(ctx.actor) ?? '' };
    if (known) await replan(ctx, known, made);
    const apprIdx = known?.appr_idx ?? (await addPlan(ctx, parts, made, set));
    await setAwaits(ctx, set, apprIdx);
    if (known?.status !== 'waiting') first ??= apprIdx;
  }
  return first;
}
