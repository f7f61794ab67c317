import { describeChanges } from '#features/audit/audit-changes.public.ts';
import { listAdmins } from '#features/staff/staff.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Records } from '#kernel/records/records.ts';
import { type StaffActor, staffOf } from '#kernel/work/actor.ts';
import type { PlannedChange } from '#kernel/work/approval.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ApprovalChange, ApprovalFigure, ApprovalItem, RefusedPart } from './approval.contract.ts';
import { mailOthers } from './approval.mail.ts';
import { approvalMessages } from './approval.messages.ts';
import { approvalHref, isProposal, requireNotOwn, requireOpen, requireSeen } from './approval.rules.ts';
import {
  type ApprovalRow,
  type ApprovalStatus,
  decide,
  findApproval,
  type ListedApproval,
  listApprovals,
  lockApproval,
  setAwaits,
} from './approval.store.ts';
import { noteDecision } from './note-decision.ts';
import { readPage } from './plan-pages.store.ts';

export const itemOf = (row: ListedApproval): ApprovalItem => ({
  appr_idx: row.appr_idx,
  kind: row.kind,
  status: row.status,
  title: row.title,
  count: row.count,
  created_at: row.created_at,
  created_by: row.created_by,
  changed_at: row.changed_at,
  decided_at: row.decided_at,
  decided_by: row.decided_by,
  message: row.message,
  version: row.version,
  key_idx: row.key_idx,
  assistant: row.assistant,
  why: row.why,
  needs: row.needs,
  href: approvalHref(row.appr_idx),
});

export const readApprovals = async (ctx: Context, status: ApprovalStatus): Promise<ApprovalItem[]> =>
  (await listApprovals(ctx, status)).map(itemOf);

export const getApproval = async (ctx: Context, apprIdx: number): Promise<ApprovalRow> =>
  required(await findApproval(ctx, apprIdx));

/** A plan that was looked for; refused if there is none. */
export function required(row: ApprovalRow | undefined): ApprovalRow {
  if (!row) throw approvalMessages.error(404, 'approval.not_found');
  return row;
}

/** What a plan changes, in the words of the trail: a page of it. */
export const changesOf = async (
  ctx: Context,
  records: Records,
  row: ApprovalRow,
  page = 1,
): Promise<ApprovalChange[]> => describePlanned(ctx, records, await readPage(ctx, row, page));

/** How many changes of each kind a plan of several pages has, in the words of the trail; none of others. */
export async function figuresOf(ctx: Context, records: Records, { plan }: ApprovalRow): Promise<ApprovalFigure[]> {
  const { figures = [] } = plan;
  const samples = figures.map((one) => ({ ...one, before: null, after: null, reason: null }));
  const described = await describeChanges(ctx, records, samples);
  return figures.map(({ count }, index) => {
    const { kind = '', action = '' } = described[index] ?? {};
    return { kind, action, count };
  });
}

/** Planned changes in the words of the trail. */
export async function describePlanned(
  ctx: Context,
  records: Records,
  planned: readonly PlannedChange[],
): Promise<ApprovalChange[]> {
  const described = await describeChanges(ctx, records, planned);
  return described.map(({ kind, id, title, href, action, reason, changes, more }) => ({
    kind,
    id,
    title,
    href,
    action,
    reason,
    fields: changes,
    more,
  }));
}

// Features name what their calls leave as it is with messages of this form.
const leftMessages = ['code.left_', 'fault.left_'];

/** What the call of a plan would leave as it is, in the caller's language. */
export function refusedOf(ctx: Context, { plan: { refused = [] } }: ApprovalRow): RefusedPart[] {
  return refused.map(({ reason, count }) => {
    const texts = leftMessages.map((prefix) => ({ key: prefix + reason, text: ctx.text(prefix + reason, { count }) }));
    return { reason: texts.find(({ key, text }) => text !== key)?.text ?? reason, count };
  });
}

interface Decision {
  version?: number | undefined;
}

async function lockSeen(ctx: Context, apprIdx: number, { version }: Decision): Promise<ApprovalRow> {
  const row = required(await lockApproval(ctx, apprIdx));
  requireSeen(row, version);
  return row;
}

export const callerId = (ctx: Context): string => staffOf(ctx.actor)?.staffId ?? '';

/** Approves a set of changes that waits for its time: it is applied then, or at once if that has passed. */
export async function approveSet(
  kernel: Pick<Kernel, 'approvals' | 'mails'>,
  ctx: Context,
  apprIdx: number,
  { version, reason }: Decision & { reason?: string | undefined },
): Promise<void> {
  const row = await lockSeen(ctx, apprIdx, { version });
  const by = callerId(ctx);
  if (reason === undefined) requireNotOwn(row, by);
  await decide(ctx, apprIdx, { status: 'approved', by, message: reason ?? null });
  const set = kernel.approvals.sets.get(row.entity ?? '');
  if (set) await setAwaits(ctx, { ...set, id: Number(row.entity_id) }, null);
  noteDecision(ctx, row, reason === undefined ? 'approved' : 'overridden', { by, reason });
  if (row.entity) ctx.changed(row.entity, row.entity_id ?? undefined);
  if (reason !== undefined) await mailOthers(kernel, ctx, { ...row, message: reason, decided_by: by }, 'overridden');
}

/**
 * Ends a plan whose call was made without changing anything that a plan tells; refused if it was decided meanwhile, as what
 * it tells was done by that.
 */
export async function closeDone(
  ctx: Context,
  { appr_idx: apprIdx, version }: ApprovalRow,
  { by, reason }: { by: string; reason?: string | undefined },
): Promise<void> {
  const row = await lockApproval(ctx, apprIdx);
  if (!row) return;
  requireSeen(row, version);
  const how = reason === undefined ? 'approved' : 'overridden';
  await decide(ctx, apprIdx, { status: how === 'approved' ? 'applied' : how, by, message: reason ?? null });
  noteDecision(ctx, row, how, { by, reason });
}

/** Sends a plan back: it is not done unless somebody plans it anew. */
export async function returnPlan(
  kernel: Pick<Kernel, 'mails'>,
  ctx: Context,
  apprIdx: number,
  { text, version }: Decision & { text: string },
): Promise<void> {
  const row = await lockSeen(ctx, apprIdx, { version });
  const by = callerId(ctx);
  if (!isProposal(row)) requireNotOwn(row, by);
  await decide(ctx, apprIdx, { status: 'returned', by, message: text });
  noteDecision(ctx, row, 'returned', { by, reason: text });
  // An assistant reads it itself.
  if (!isProposal(row)) await mailOthers(kernel, ctx, { ...row, message: text, decided_by: by }, 'returned');
}

/**
 * Withdraws one's own plan that waits or was sent back, or as an assistant one that it has proposed itself. What has a time
 * stays scheduled, and goes on waiting.
 */
export async function withdrawPlan(
  ctx: Context,
  apprIdx: number,
  by?: { keyIdx: number; assistant: string },
): Promise<void> {
  const row = required(await lockApproval(ctx, apprIdx));
  if (row.status !== 'returned') requireOpen(row);
  if (row.entity) throw approvalMessages.error(409, 'approval.has_time');
  const me = callerId(ctx);
  if (row.created_by !== me || (by && row.key_idx !== by.keyIdx)) throw approvalMessages.error(403, 'approval.not_own');
  await decide(ctx, apprIdx, { status: 'withdrawn', by: me });
  noteDecision(ctx, row, 'withdrawn', { by: me, assistant: by?.assistant });
}

/** Who planned something, as the one on whose behalf it is done; refused if they no longer could. */
export async function accountOfPlanner(ctx: Context, { created_by: by }: ApprovalRow): Promise<StaffActor> {
  const account = await accountOf(ctx, by);
  if (!account) throw approvalMessages.error(409, 'approval.planner_gone', { name: by });
  return account;
}

/** An administrator by ID, as the one on whose behalf something is done; undefined if they are none any more. */
export async function accountOf(ctx: Context, id: string): Promise<StaffActor | undefined> {
  const account = (await listAdmins(ctx.db)).find(({ staff_id: staffId }) => staffId === id);
  if (!account) return undefined;
  const { staff_idx: staffIdx, staff_id: staffId, name } = account;
  return { staffIdx, staffId, name, isAdmin: true, sessionId: staffOf(ctx.actor)?.sessionId ?? '' };
}
