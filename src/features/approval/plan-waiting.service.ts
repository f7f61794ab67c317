import { isDeepStrictEqual } from 'node:util';
import { describeChanges } from '#features/audit/audit-changes.public.ts';
import type { ApprovalRule } from '#kernel/desk/approvals.ts';
import { lockKey } from '#kernel/auth/api-keys.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { GivenCall, MadePlan, Plan, PlannedChange } from '#kernel/work/approval.ts';
import type { ApprovalNeeded } from '#kernel/work/approval-needed.ts';
import type { Context } from '#kernel/work/context.ts';
import { mailOthers } from './approval.mail.ts';
import { approvalEntity, isProposal } from './approval.rules.ts';
import {
  type ApprovalRow,
  findWaiting,
  insertApproval,
  lockApproval,
  lockApprovalOf,
  lockWaitingUnder,
  replacePlan,
  setAwaits,
} from './approval.store.ts';
import { requireRoom } from './proposal.store.ts';
import { refusedIn } from './refused.rules.ts';

/** What storing a plan needs of the kernel. */
export type PlanParts = Pick<Kernel, 'mails' | 'records'>;

/** Stores what was planned, once its transaction was rolled back. */
export function planner(
  parts: PlanParts,
  kind: ApprovalRule,
  made: MadePlan,
  needs?: ApprovalRule,
): ApprovalNeeded['store'] {
  return async (ctx, work) => {
    const { approval } = ctx;
    const plan: Plan = {
      ...made.plan,
      ...('call' in work && { isWhole: work.isWhole === true, refused: refusedIn(work.answer) }),
    };
    const title = await titleOf(ctx, parts, made);
    const { digest, pages } = made;
    const planned = { kind, title, plan, digest, pages, by: await plannerOf(ctx, work), needs };
    if (approval) {
      const row = await lockApproval(ctx, approval.apprIdx);
      if (row?.status === 'waiting')
        await replan(ctx, row, { ...planned, by: row.created_by, plan: planAfter(row, plan) });
      return approval.apprIdx;
    }
    if ('call' in work && work.proposal?.onPlanned) {
      work.proposal.onPlanned({ plan, digest, pages, title });
      return 0;
    }
    if ('call' in work) {
      const { call, proposal } = work;
      // Locked, so that what it proposes is counted once.
      if (proposal && !(await lockKey(ctx, proposal.keyIdx))) throw new AppError(401, 'error.api_key');
      const same = await findWaiting(ctx, { call, digest, by: planned.by, keyIdx: proposal?.keyIdx });
      if (proposal && same === undefined) await requireRoom(ctx, proposal.keyIdx);
      return same ?? (await repeated(ctx, call, planned)) ?? addPlan(ctx, parts, planned, work);
    }
    const known = await lockApprovalOf(ctx, work.entity, String(work.id));
    if (known) await replan(ctx, known, planned);
    const apprIdx = known?.appr_idx ?? (await addPlan(ctx, parts, planned, work));
    await setAwaits(ctx, work, apprIdx);
    return apprIdx;
  };
}

/**
 * The plan that waits for an earlier call under the same `Idempotency-Key`, with what the call would do by now. Throws 422 if that
 * was another call.
 */
async function repeated(ctx: Context, call: GivenCall, planned: Planned): Promise<number | undefined> {
  if (call.key === undefined) return undefined;
  const row = await lockWaitingUnder(ctx, { key: call.key, by: planned.by });
  if (!row) return undefined;
  if (!isDeepStrictEqual(requestOf(row.call), requestOf(JSON.parse(JSON.stringify(call)))))
    throw new AppError(422, 'error.idempotency_key');
  await replan(ctx, row, planned);
  return row.appr_idx;
}

const requestOf = (call: GivenCall | null) => call && [call.method, call.url, call.body];

/** The plan that takes the place of another; of a proposal, it tells what somebody else has changed meanwhile. */
function planAfter(row: ApprovalRow, plan: Plan): Plan {
  return isProposal(row) ? { ...plan, conflicts: conflictsSince(row.plan, plan) } : plan;
}

/** The records of a plan that are no longer as an earlier plan found them. */
export function conflictsSince(earlier: Plan, plan: Plan): NonNullable<Plan['conflicts']> {
  const known = new Map(earlier.changes.map((change) => [keyOf(change), change.before]));
  // What is new among the first of many may have been on a later page.
  const isWhole = earlier.count <= earlier.changes.length;
  return plan.changes
    .filter((change) => isWhole || known.has(keyOf(change)))
    .filter((change) => JSON.stringify(known.get(keyOf(change))) !== JSON.stringify(change.before))
    .map((change) => ({ entity: change.entity, id: change.id, was: known.get(keyOf(change)) }));
}

const keyOf = ({ entity, id, action }: PlannedChange) => `${entity} ${id} ${action}`;

/** A plan as it is stored. */
type Planned = Parameters<typeof insertApproval>[1];

/** Adds a plan that waits, with its row of the trail and the mail to those who may approve it. Returns its number. */
export async function addPlan(
  ctx: Context,
  parts: PlanParts,
  planned: Planned,
  work: Parameters<typeof insertApproval>[2],
) {
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

/** Puts another plan in the place of one that waits. */
export async function replan(ctx: Context, row: ApprovalRow, planned: Planned): Promise<void> {
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

async function titleOf(ctx: Context, { records }: PlanParts, { plan: { changes } }: MadePlan): Promise<string> {
  const subject = changes.find(({ entity }) => !entity.endsWith('_act')) ?? changes[0];
  if (!subject) return '';
  const [named] = await describeChanges(ctx, records, [subject]);
  return named?.title ?? subject.id;
}
