import type { FastifyReply } from 'fastify';
import type { Call } from '#kernel/http/api-handlers.ts';
import { localeOf } from '#kernel/http/caller.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Endpoint } from '#kernel/work/contract.ts';
import { approvalMessages } from './approval.messages.ts';
import { isComparedWhole, isOwn, isProposal, requireNotOwn, requireOpen, requireSeen } from './approval.rules.ts';
import { accountOfPlanner, approveSet, callerId, closeDone, getApproval } from './approval.service.ts';

type Deciding = Pick<Call<Endpoint>, 'ctx' | 'request' | 'reply' | 'write'>;

/**
 * Applies a plan: the call is made again on behalf of who planned it, in one transaction with its approval. With a reason,
 * by its planner alone.
 */
export async function applyPlan(
  kernel: Kernel,
  { ctx, request, reply, write }: Deciding,
  apprIdx: number,
  { version, reason }: { version?: number | undefined; reason?: string },
): Promise<FastifyReply> {
  const row = await getApproval(ctx, apprIdx);
  requireSeen(row, version);
  const by = callerId(ctx);
  // Of what an assistant proposed, the rules are asked once more when it is done.
  if (reason === undefined && !isProposal(row)) requireNotOwn(row, by);
  if (reason !== undefined && !isOwn(row, by)) throw approvalMessages.error(403, 'approval.not_own');
  if (!row.call) {
    await write((writing) => approveSet(kernel, writing, apprIdx, { version, reason }));
    return reply.send({ results: {} });
  }
  const { status, body, goesOn, isDone } = await kernel.replays.make(kernel.app, row.call, {
    // The trail names the program too that had called for them.
    actor: { ...(await accountOfPlanner(ctx, row)), keyName: row.call.program },
    approval: {
      apprIdx,
      version: row.version,
      by,
      assistant: row.assistant ?? undefined,
      isComparedWhole: isProposal(row) && isComparedWhole(kernel, row.plan),
      reason,
    },
    locale: localeOf(request),
  });
  // What did nothing that could be judged: there was nothing left to do.
  if (status < 400 && !goesOn && !isDone) await write((writing) => closeDone(writing, row, { by, reason }));
  const after = await getApproval(ctx, apprIdx);
  // Somebody else was first.
  if (status < 400 && after.decided_by !== null && after.decided_by !== by) requireOpen(after);
  // What the call answers is of its own shape; some answer it as `data`.
  const results = { ...Object(body['results'] ?? body['data']), ...(goesOn && { goes_on: true }) };
  const answer = status < 400 ? { results } : body;
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answer));
}
