import { describeChanges } from '#features/audit/audit-changes.public.ts';
import { listAdmins } from '#features/staff/staff.public.ts';
import type { ApprovalRule, Approvals, JudgedSets } from '#kernel/desk/approvals.ts';
import { lockKey } from '#kernel/auth/api-keys.ts';
import { AppError } from '#kernel/messages/errors.ts';
import { getSetting } from '#kernel/desk/settings.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { actorName, staffOf } from '#kernel/work/actor.ts';
import type { Approval, MadePlan, Plan, PlannedChange } from '#kernel/work/approval.ts';
import { ApprovalNeeded, type Judge } from '#kernel/work/approval-needed.ts';
import type { AuditEntry, Context } from '#kernel/work/context.ts';
import { mailOthers } from './approval.mail.ts';
import { approvalMessages } from './approval.messages.ts';
import { approvalEntity, isBarred, isProposal, requireSeen } from './approval.rules.ts';
import {
  type ApprovalRow,
  decide,
  findApproval,
  findWaiting,
  insertApproval,
  lockApproval,
  lockApprovalOf,
  replacePlan,
  setAwaits,
} from './approval.store.ts';
import { mostProposed, requireRoom } from './proposal.store.ts';
import { refusedIn } from './refused.rules.ts';
import { countByRule, findKinds, planOf, planWith } from './plan.store.ts';
import { isAnyOn, neededBy } from './second-person.rules.ts';
import { isSecondPerson, type SecondPerson, secondPerson } from './second-person.setting.ts';
import { requireTwoAdmins } from './second-person.service.ts';

type Parts = Pick<Kernel, 'approvals' | 'mails' | 'records'>;

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
  const { count } = made.plan;
  if (count > mostProposed)
    throw approvalMessages.errorWith(409, 'approval.too_many', {}, { count, most: mostProposed });
  const needs = await ruleOf(ctx, parts, await getSetting(ctx, secondPerson), entries, true);
  throw new ApprovalNeeded(planner(parts, 'proposals', made, needs));
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
  if (row.digest !== made.digest) throw new ApprovalNeeded(planner(parts, 'proposals', made, rule));
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

/** Stores what was planned, once its transaction was rolled back. */
function planner(parts: Parts, kind: ApprovalRule, made: MadePlan, needs?: ApprovalRule): ApprovalNeeded['store'] {
  return async (ctx, work) => {
    const { approval } = ctx;
    const plan: Plan = {
      ...made.plan,
      ...('call' in work && { isWhole: work.isWhole === true, refused: refusedIn(work.answer) }),
    };
    const title = await titleOf(ctx, parts, made);
    const planned = { kind, title, plan, digest: made.digest, by: await plannerOf(ctx, work), needs };
    if (approval) {
      const row = await lockApproval(ctx, approval.apprIdx);
      if (row?.status === 'waiting')
        await replan(ctx, row, { ...planned, by: row.created_by, plan: planAfter(row, plan) });
      return approval.apprIdx;
    }
    if ('call' in work && work.proposal?.onPlanned) {
      work.proposal.onPlanned({ plan, digest: made.digest, title });
      return 0;
    }
    if ('call' in work) {
      const { call, proposal } = work;
      // Locked, so that what it proposes is counted once.
      if (proposal && !(await lockKey(ctx, proposal.keyIdx))) throw new AppError(401, 'error.api_key');
      const same = await findWaiting(ctx, { call, digest: made.digest, by: planned.by, keyIdx: proposal?.keyIdx });
      if (proposal && same === undefined) await requireRoom(ctx, proposal.keyIdx);
      return same ?? add(ctx, parts, planned, work);
    }
    const known = await lockApprovalOf(ctx, work.entity, String(work.id));
    if (known) await replan(ctx, known, planned);
    const apprIdx = known?.appr_idx ?? (await add(ctx, parts, planned, work));
    await setAwaits(ctx, work, apprIdx);
    return apprIdx;
  };
}

/** The plan that takes the place of another; of a proposal, it tells what somebody else has changed meanwhile. */
function planAfter(row: ApprovalRow, plan: Plan): Plan {
  if (!isProposal(row)) return plan;
  const known = new Map(row.plan.changes.map((change) => [keyOf(change), JSON.stringify(change.before)]));
  const others = plan.changes.filter((change) => known.get(keyOf(change)) !== JSON.stringify(change.before));
  return { ...plan, conflicts: others.map(({ entity, id }) => ({ entity, id })) };
}

const keyOf = ({ entity, id, action }: PlannedChange) => `${entity} ${id} ${action}`;

type Planned = Parameters<typeof insertApproval>[1];

async function add(ctx: Context, parts: Parts, planned: Planned, work: Parameters<typeof insertApproval>[2]) {
  const apprIdx = await insertApproval(ctx, planned, work);
  const { kind, title, plan, by, needs } = planned;
  const assistant = 'call' in work ? work.proposal?.assistant : undefined;
  ctx.audit({
    entity: approvalEntity,
    id: apprIdx,
    action: 'approval.planned',
    after: { title, kind, count: plan.count },
    ...(assistant !== undefined && { assistant }),
  });
  ctx.changed(approvalEntity, apprIdx);
  // Its own person finds it on the start page.
  if (assistant !== undefined && needs === undefined) return apprIdx;
  const mailed = { appr_idx: apprIdx, kind, title, created_by: by, planners: [by], decided_by: null, message: null };
  await mailOthers(parts, ctx, mailed, 'planned');
  return apprIdx;
}

async function replan(ctx: Context, row: ApprovalRow, planned: Planned): Promise<void> {
  await replacePlan(ctx, row, planned);
  ctx.audit({
    entity: approvalEntity,
    id: row.appr_idx,
    action: 'approval.changed',
    after: { title: planned.title, count: planned.plan.count },
  });
  ctx.changed(approvalEntity, row.appr_idx);
}

/** Whose plan it is: the caller's, or of what was due, that of who edited it last. */
async function plannerOf(ctx: Context, work: Parameters<ApprovalNeeded['store']>[1]): Promise<string> {
  const own = actorName(ctx.actor);
  if (own !== null || 'call' in work) return own ?? '';
  const row = await ctx.db
    .selectFrom(work.entity as 'release')
    .select('updated_by')
    .where(work.key as 'rel_idx', '=', work.id)
    .executeTakeFirst();
  return row?.updated_by ?? '';
}

async function titleOf(ctx: Context, { records }: Parts, { plan: { changes } }: MadePlan): Promise<string> {
  const subject = changes.find(({ entity }) => !entity.endsWith('_act')) ?? changes[0];
  if (!subject) return '';
  const [named] = await describeChanges(ctx, records, [subject]);
  return named?.title ?? subject.id;
}

type FoundSet = JudgedSets & { id: number };

/** The sets of changes that were edited. */
function setsIn({ sets }: Approvals, entries: readonly AuditEntry[]): FoundSet[] {
  const found = new Map<string, FoundSet>();
  for (const { entity, id, action } of entries) {
    const kind = sets.get(entity);
    if (kind && action !== `${entity}.applied`) found.set(`${entity} ${id}`, { ...kind, id: Number(id) });
  }
  return [...found.values()];
}

const appliedSets = ({ sets }: Approvals, entries: readonly AuditEntry[]): FoundSet[] =>
  entries.flatMap(({ entity, id, action }) => {
    const kind = sets.get(entity);
    return kind && action === `${entity}.applied` ? [{ ...kind, id: Number(id) }] : [];
  });

/**
 * Lets sets of changes that wait for their time wait for another person, too, from when they are scheduled; each edit
 * asks anew. Returns the approval of the first that did not wait before.
 */
async function awaitApproval(
  ctx: Context,
  parts: Parts,
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
    const apprIdx = known?.appr_idx ?? (await add(ctx, parts, made, set));
    await setAwaits(ctx, set, apprIdx);
    if (known?.status !== 'waiting') first ??= apprIdx;
  }
  return first;
}

/** A row of the trail about what became of a plan. */
export const noteDecision = (
  ctx: Context,
  { appr_idx: id, title }: Pick<ApprovalRow, 'appr_idx' | 'title'>,
  how: 'approved' | 'overridden' | 'returned' | 'withdrawn',
  { by, reason, assistant }: { by: string; reason?: string | undefined; assistant?: string | undefined },
): void => {
  ctx.audit({
    entity: approvalEntity,
    id,
    action: `${approvalEntity}.${how}`,
    after: { title, ...(how === 'approved' && { by }) },
    reason,
    ...(assistant !== undefined && { assistant }),
    ...(how === 'approved' && { approvedBy: by }),
  });
  ctx.changed(approvalEntity, id);
};
