import { listAdmins } from '#features/staff/staff.public.ts';
import type { ApprovalRule, Approvals } from '#kernel/desk/approvals.ts';
import { getSetting } from '#kernel/desk/settings.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { staffOf } from '#kernel/work/actor.ts';
import { type Approval, mostProposed } from '#kernel/work/approval.ts';
import { AppError } from '#kernel/messages/errors.ts';
import { ApprovalNeeded, type Judge } from '#kernel/work/approval-needed.ts';
import type { AuditEntry, Context } from '#kernel/work/context.ts';
import { mailOthers } from './approval.mail.ts';
import { approvalMessages } from './approval.messages.ts';
import { approvalEntity, isBarred, isProposal, requireSeen } from './approval.rules.ts';
import { type ApprovalRow, decide, findApproval, lockApproval, lockApprovalOf } from './approval.store.ts';
import { noteDecision } from './note-decision.ts';
import { planner, type PlanParts } from './plan-waiting.service.ts';
import { withPages } from './plan-pages.store.ts';
import { countByRule, findKinds, planOf } from './plan.store.ts';
import { isAnyOn, neededBy } from './second-person.rules.ts';
import { requireTwoAdmins } from './second-person.service.ts';
import { isSecondPerson, type SecondPerson, secondPerson } from './second-person.setting.ts';
import { appliedSets, awaitApproval, type FoundSet, setsIn } from './waiting-sets.service.ts';

type Parts = PlanParts & Pick<Kernel, 'approvals'>;

/** Judges every transaction before it commits: what needs another person is planned instead of done. */
export const judgeOf =
  (parts: Parts): Judge =>
  async (ctx, entries) => {
    const { approvals } = parts;
    if (ctx.proposal) return propose(ctx, parts, entries);
    if (entries.some(isSecondPerson)) await requireTwoAdmins(ctx, entries);
    const sets = setsIn(approvals, entries);
    if (sets.length === 0 && !ctx.approval && !mayNeed(approvals, entries)) return undefined;
    const setting = await getSetting(ctx, secondPerson);
    const isProposed = await doesProposed(ctx, entries);
    const rule = await ruleOf(ctx, parts, setting, entries, isProposed);
    if (isProposed) await requireProposed(ctx, parts, rule, entries);
    else await (rule === undefined ? endPlan(ctx, parts, entries) : requireApproved(ctx, parts, rule, entries));
    return awaitApproval(ctx, parts, setting, sets);
  };

/** Whether anything was done that a rule could be about: most saves end here, without a statement. */
const mayNeed = ({ acts }: Approvals, entries: readonly AuditEntry[]): boolean =>
  entries.some((entry) => entry.act !== undefined || acts.some(({ counts }) => counts(entry) > 0));

/** Whether the work is what an assistant has proposed, not what is noted about its plan. */
async function doesProposed(ctx: Context, entries: readonly AuditEntry[]): Promise<boolean> {
  const { approval } = ctx;
  if (!approval || entries.every(({ entity }) => entity === approvalEntity)) return false;
  return isProposal(await findApproval(ctx, approval.apprIdx));
}

/** The rule under which what was done needs another person; undefined if it needs none. */
async function ruleOf(
  ctx: Context,
  { approvals }: Parts,
  setting: SecondPerson,
  entries: readonly AuditEntry[],
  isProposed: boolean,
): Promise<ApprovalRule | undefined> {
  if (!isAnyOn(setting) && !entries.some(isSecondPerson)) return undefined;
  const counted = await countByRule(ctx, approvals, entries);
  return neededBy(setting, isProposed ? { ...counted, proposals: 1 } : counted);
}

/** Plans what an assistant has tried: it never returns, so that nothing of it is committed. */
async function propose(ctx: Context, parts: Parts, entries: readonly AuditEntry[]): Promise<never> {
  if (entries.length === 0) throw approvalMessages.error(409, 'approval.nothing_changes');
  ctx.proposal?.requireKinds?.(await findKinds(ctx, entries));
  const made = await planOf(ctx, parts, entries);
  if (made.plan.count > mostProposed) throw new AppError(409, 'error.proposed_many', { most: mostProposed });
  const needs = await ruleOf(ctx, parts, await getSetting(ctx, secondPerson), entries, true);
  throw new ApprovalNeeded(planner(parts, 'proposals', await withPages(ctx, made, entries), needs));
}

/** Throws unless this is exactly what was proposed, and who applies it may: another person if a rule asks for one. */
async function requireProposed(
  ctx: Context,
  parts: Parts,
  rule: ApprovalRule | undefined,
  entries: readonly AuditEntry[],
): Promise<void> {
  const { approval } = ctx;
  const row = approval && (await lockApproval(ctx, approval.apprIdx));
  if (!row) throw approvalMessages.error(404, 'approval.not_found');
  requireSeen(row, approval.version);
  const made = await planOf(ctx, parts, entries);
  if (row.digest !== made.digest)
    throw new ApprovalNeeded(planner(parts, 'proposals', await withPages(ctx, made, entries), rule));
  for (const entry of entries) entry.assistant = row.assistant ?? undefined;
  await take(ctx, parts, { ...row, needs: rule ?? null }, approval, entries);
}

/** Throws unless another person has approved exactly this; then notes on each row of the trail who did. */
async function requireApproved(ctx: Context, parts: Parts, rule: ApprovalRule, entries: readonly AuditEntry[]) {
  const applied = appliedSets(parts.approvals, entries);
  // The product itself does only what people have set up: of that, what is due is judged.
  if (!staffOf(ctx.actor) && applied.length === 0) return;
  if (applied.length > 0 && (await areApproved(ctx, applied, entries))) return;
  const made = await planOf(ctx, parts, entries);
  const { approval } = ctx;
  const row = approval && (await lockApproval(ctx, approval.apprIdx));
  if (row) requireSeen(row, approval.version);
  if (row?.digest !== made.digest || !approval) throw new ApprovalNeeded(planner(parts, rule, made));
  await take(ctx, parts, row, approval, entries);
}

/** Ends the plan that was approved and is done just now, though its rule asks for nobody any more: it is not done again. */
async function endPlan(ctx: Context, parts: Parts, entries: readonly AuditEntry[]): Promise<void> {
  const { approval } = ctx;
  const row = approval && (await lockApproval(ctx, approval.apprIdx));
  if (!row || row.digest !== (await planOf(ctx, parts, entries)).digest) return;
  requireSeen(row, approval.version);
  await take(ctx, parts, row, approval, entries);
}

/** Marks a plan as done, in the transaction that does it. */
async function take(
  ctx: Context,
  parts: Parts,
  row: ApprovalRow,
  { by, reason, onDone }: Approval,
  entries: readonly AuditEntry[],
): Promise<void> {
  await requireAdmin(ctx, by);
  const how = reason === undefined ? 'approved' : 'overridden';
  if (how === 'approved') {
    if (isBarred(row, by)) throw approvalMessages.error(403, 'approval.own');
    noteApproved(entries, by);
  }
  await decide(ctx, row.appr_idx, { status: how === 'approved' ? 'applied' : how, by, message: reason ?? null });
  noteDecision(ctx, row, how, { by, reason });
  onDone?.();
  if (how === 'overridden') await mailOthers(parts, ctx, { ...row, message: reason ?? '', decided_by: by }, how);
}

/** Whoever approved it may have been disabled since, above all if a job did the work. */
async function requireAdmin(ctx: Context, by: string): Promise<void> {
  const admins = await listAdmins(ctx.db);
  if (!admins.some(({ staff_id: id }) => id === by))
    throw approvalMessages.error(409, 'approval.approver_gone', { name: by });
}

/** Whether sets of changes that were applied have been approved before; if so, that is over. */
async function areApproved(ctx: Context, sets: readonly FoundSet[], entries: readonly AuditEntry[]): Promise<boolean> {
  const rows: ApprovalRow[] = [];
  for (const { entity, id } of sets) {
    const row = await lockApprovalOf(ctx, entity, String(id));
    if (row?.status !== 'approved') return false;
    rows.push(row);
  }
  for (const { appr_idx: apprIdx, decided_by: by, message } of rows) {
    // With a reason, who had planned it did without another person.
    await decide(ctx, apprIdx, { status: message === null ? 'applied' : 'overridden', by, message });
    if (message === null && by !== null) noteApproved(entries, by);
    ctx.changed(approvalEntity, apprIdx);
  }
  return true;
}

const noteApproved = (entries: readonly AuditEntry[], by: string) => {
  for (const entry of entries) entry.approvedBy = by;
};
