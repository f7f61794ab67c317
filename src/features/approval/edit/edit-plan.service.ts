import { differencesOf } from '#features/audit/audit-changes.public.ts';
import type { FastifyReply } from 'fastify';
import type { Call } from '#kernel/http/api-handlers.ts';
import { localeOf } from '#kernel/http/caller.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Records } from '#kernel/records/records.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { MadePlan, PlannedChange, Proposal } from '#kernel/work/approval.ts';
import { tries } from '#kernel/work/tries.ts';
import type { Endpoint } from '#kernel/work/contract.ts';
import type { Context } from '#kernel/work/context.ts';
import { approvalMessages } from '../approval.messages.ts';
import { approvalEntity, isComparedWhole, requireSeen } from '../approval.rules.ts';
import { accountOfPlanner, callerId, getApproval, required } from '../approval.service.ts';
import { type ApprovalRow, type EditedParts, type GivenPlan, lockApproval, type PlanEdits } from '../approval.store.ts';
import { conflictsSince } from '../plan-waiting.service.ts';
import { applyEdits, type EditableChange, editableIn } from './editable.rules.ts';
import { differenceOf } from './plan-difference.rules.ts';
import { storeEdits } from './edit-plan.store.ts';

type Editing = Pick<Call<Endpoint>, 'ctx' | 'request' | 'reply' | 'write'>;

/**
 * Leaves out changes of what an assistant proposed, and gives fields other values: its call is tried again without them, and
 * what that would do takes the place of the plan. Edits start from what was proposed, so a person takes one back by leaving
 * it out of them.
 */
export async function editPlan(
  kernel: Kernel,
  { ctx, request, reply, write }: Editing,
  apprIdx: number,
  { version, ...edits }: PlanEdits & { version: number },
): Promise<FastifyReply> {
  const row = await getApproval(ctx, apprIdx);
  requireSeen(row, version);
  const { proposal, given } = proposedBy(row);
  const call = structuredClone(given.call);
  const editable = editableOf(kernel.records, { ...given, call });
  if (!applyEdits(editable, edits)) throw approvalMessages.error(409, 'approval.not_alone');
  let tried: Tried | undefined;
  const replay = {
    actor: await accountOfPlanner(ctx, row),
    locale: localeOf(request),
    proposal: {
      ...proposal,
      isComparedWhole: isComparedWhole(kernel, given.plan),
      onPlanned: (planned: Tried) => (tried = planned),
    },
  };
  const { status, body } = await tries.run(() => kernel.replays.make(kernel.app, call, replay));
  const made = tried;
  if (!made) {
    // What is left of it is refused, as the call says.
    if (body['error'] === undefined) throw approvalMessages.error(409, 'approval.not_alone');
    return reply.code(status).send({ error: body['error'] });
  }
  const { left, edited } = differenceOf(given.plan, made.plan, editable);
  requireLeft(given.plan.changes, left, edits);
  await write(async (writing) => {
    requireSeen(required(await lockApproval(writing, apprIdx)), version);
    const earlier = given.edits;
    const stored = {
      left: [...(earlier?.left ?? []), ...left],
      edited: [...(earlier?.edited ?? []), ...edited],
      asked: edits,
      by: callerId(writing),
      at: inSeconds(writing.now),
    };
    // What others have changed is still to be seen beside what is left.
    const conflicts = [...(row.plan.conflicts ?? [])];
    for (const one of conflictsSince(given.plan, made.plan))
      if (!conflicts.some(({ entity, id }) => entity === one.entity && id === one.id)) conflicts.push(one);
    const plan = { ...made.plan, ...(conflicts.length > 0 && { conflicts }) };
    await storeEdits(writing, apprIdx, { ...made, plan, call, given, edits: stored });
    await noteEdits(writing, kernel.records, { row, parts: { left, edited } });
  });
  return reply.send({ results: { version: version + 1 } });
}

type Tried = MadePlan & { title: string };

/** The assistant that has proposed a plan, and what it has proposed; refused for any other plan. */
function proposedBy(row: ApprovalRow): { proposal: Proposal; given: GivenPlan } {
  const { key_idx: keyIdx, assistant, why, call, plan, given, edits } = row;
  // Of several pages, only the first is known here.
  if (keyIdx === null || assistant === null || !call || (given ?? row).plan.figures)
    throw approvalMessages.error(409, 'approval.not_edited');
  return { proposal: { keyIdx, assistant, why: why ?? '' }, given: given ?? { call, plan, edits } };
}

/** What can be edited of what was proposed. */
export function editableOf(records: Records, { call, plan }: Pick<GivenPlan, 'call' | 'plan'>): EditableChange[] {
  const named = plan.changes.map(({ entity, id, before, after }) => {
    const [last] = /[^/?=]+$/.exec(records.hrefOf(entity, id) ?? '') ?? [];
    return { entity, before, after, names: [...new Set([...(last ? [decodeURIComponent(last)] : []), id])] };
  });
  return editableIn(call.body, named);
}

/** Refuses what its call cannot leave out: the plan has it still. */
function requireLeft(proposed: readonly PlannedChange[], left: readonly PlannedChange[], asked: PlanEdits): void {
  const stays = asked.left.some(
    ({ change, path }) => path === undefined && !left.some((one) => one === proposed[change]),
  );
  if (stays) throw approvalMessages.error(409, 'approval.not_alone');
}

/** A row of the trail that names what was left out, and tells each edited value. */
async function noteEdits(ctx: Context, records: Records, { row, parts }: { row: ApprovalRow; parts: EditedParts }) {
  const { appr_idx: id, title } = row;
  const titleOf = await records.titles(ctx, [...parts.left, ...parts.edited]);
  const nameOf = ({ entity, id: of, before, after }: PlannedChange): string => {
    const field = records.titleField(entity);
    return titleOf(entity, of) ?? String(Object(after)[field] ?? Object(before)[field] ?? of);
  };
  const fieldsOf = (change: PlannedChange) =>
    differencesOf(change.before, change.after).map(
      ({ path, before, after }) => `${nameOf(change)}, ${path.join(' ')}: ${before ?? '–'} → ${after ?? '–'}`,
    );
  ctx.audit({
    entity: approvalEntity,
    id,
    action: `${approvalEntity}.edited`,
    after: { title, left_out: parts.left.map(nameOf), edited: parts.edited.flatMap(fieldsOf) },
  });
  ctx.changed(approvalEntity, id);
}
