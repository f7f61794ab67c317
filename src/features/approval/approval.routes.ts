import type { FastifyReply } from 'fastify';
import { listAdmins } from '#features/staff/staff.public.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { localeOf } from '#kernel/http/caller.ts';
import type { Call } from '#kernel/http/api-handlers.ts';
import { ApprovalParams, approvalApi } from './approval.contract.ts';
import { approvalMessages } from './approval.messages.ts';
import { isOwn, requireNotOwn, requireOpen, requireSeen } from './approval.rules.ts';
import {
  accountOfPlanner,
  approveSet,
  callerId,
  changesOf,
  closeDone,
  getApproval,
  itemOf,
  readApprovals,
  returnPlan,
  withdrawPlan,
} from './approval.service.ts';
import { readSecondPerson } from './second-person.read.ts';
import { secondPersonHref } from './second-person.setting.ts';
import type ApprovalView from './approval.view.tsx';
import type SecondPersonView from './second-person.view.tsx';

/** Mounts the calls and pages of what needs another person. */
export function approvalRoutes(kernel: Kernel): void {
  const { api, web, records } = kernel;
  api(approvalApi, {
    'GET /api/v1/approval': async ({ ctx, query }) => ({ results: { rows: await readApprovals(ctx, query.status) } }),
    'GET /api/v1/approval/:appr_idx': async ({ ctx, params }) => {
      const row = await getApproval(ctx, params.appr_idx);
      return {
        results: { ...itemOf(row), plan: { changes: await changesOf(ctx, records, row), count: row.plan.count } },
      };
    },
    'POST /api/v1/approval/:appr_idx/approve': (call) => apply(kernel, call, { version: call.body.version }),
    'POST /api/v1/approval/:appr_idx/override': (call) => apply(kernel, call, call.body),
    'POST /api/v1/approval/:appr_idx/return': ({ ctx, params, body }) => returnPlan(kernel, ctx, params.appr_idx, body),
    'DELETE /api/v1/approval/:appr_idx': ({ ctx, params }) => withdrawPlan(ctx, params.appr_idx),
  });
  web.page(secondPersonHref, {
    view: view<typeof SecondPersonView>('approval/second-person'),
    title: (t) => t('approval.second_person'),
    follows: ['setting', 'approval', 'staff'],
    load: async ({ ctx }) => readSecondPerson(ctx, kernel.approvals),
  });
  web.page('/approval/:appr_idx', {
    view: view<typeof ApprovalView>('approval/approval'),
    title: (_t, { title }) => title,
    params: ApprovalParams,
    follows: ['approval'],
    load: async ({ ctx, params }) => {
      const row = await getApproval(ctx, params.appr_idx);
      const { entity, entity_id: id } = row;
      const set = entity && id ? { href: records.hrefOf(entity, id) } : null;
      return {
        ...itemOf(row),
        changes: await changesOf(ctx, records, row),
        set,
        isOwn: isOwn(row, callerId(ctx)),
        isPlanner: row.created_by === callerId(ctx),
        others: (await listAdmins(ctx.db)).length - 1,
      };
    },
  });
}

type Deciding = Pick<
  Call<(typeof approvalApi)['POST /api/v1/approval/:appr_idx/approve']>,
  'ctx' | 'params' | 'request' | 'reply' | 'write'
>;

/** Applies a plan: the call is made again on behalf of who planned it, in one transaction with its approval. */
async function apply(
  kernel: Kernel,
  { ctx, params, request, reply, write }: Deciding,
  { version, reason }: { version?: number | undefined; reason?: string },
): Promise<FastifyReply> {
  const apprIdx = params.appr_idx;
  const row = await getApproval(ctx, apprIdx);
  requireSeen(row, version);
  const by = callerId(ctx);
  if (reason === undefined) requireNotOwn(row, by);
  else if (!isOwn(row, by)) throw approvalMessages.error(403, 'approval.not_own');
  if (!row.call) {
    await write((writing) => approveSet(kernel, writing, apprIdx, { version, reason }));
    return reply.send({ results: {} });
  }
  const { status, body, goesOn } = await kernel.replays.make(kernel.app, row.call, {
    actor: await accountOfPlanner(ctx, row),
    approval: { apprIdx, version: row.version, by, reason },
    locale: localeOf(request),
  });
  // What did nothing that could be judged: there was nothing left to do.
  if (status < 400 && !goesOn) await write((writing) => closeDone(writing, row, { by, reason }));
  const after = await getApproval(ctx, apprIdx);
  // Somebody else was first.
  if (status < 400 && after.decided_by !== null && after.decided_by !== by) requireOpen(after);
  // What the call answers is of its own shape; some answer it as `data`.
  const answer = status < 400 ? { results: Object(body['results'] ?? body['data']) } : body;
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answer));
}
