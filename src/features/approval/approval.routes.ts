import { z } from 'zod';
import { listAdmins } from '#features/staff/staff.public.ts';
import { PageNumber } from '#kernel/db/paging.ts';
import { view } from '#kernel/http/web.ts';
import { countedActsOn } from '#kernel/records/record-parts.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mostProposed } from '#kernel/work/approval.ts';
import { ApprovalParams, approvalApi } from './approval.contract.ts';
import { applyPlan } from './apply-plan.ts';
import { approvalEntity, isBarred } from './approval.rules.ts';
import {
  callerId,
  changesOf,
  figuresOf,
  getApproval,
  itemOf,
  readApprovals,
  refusedOf,
  returnPlan,
  withdrawPlan,
} from './approval.service.ts';
import { editPlan } from './edit/edit-plan.service.ts';
import { readConflicts } from './edit/conflicts.read.ts';
import { readEditable, readEdits } from './edit/edits.read.ts';
import { readMeaning } from './plan-meaning.read.ts';
import { shownChanges } from './plan.store.ts';
import { stepsAt } from './plan-steps.read.ts';
import { readSecondPerson } from './second-person.read.ts';
import { secondPersonHref } from './second-person.setting.ts';
import type ApprovalView from './approval.view.tsx';
import type SecondPersonView from './second-person.view.tsx';

/** Mounts the calls and pages of what needs another person. */
export function approvalRoutes(kernel: Kernel): void {
  const { api, web, records } = kernel;
  api(approvalApi, {
    'GET /api/v1/approval': async ({ ctx, query }) => ({ results: { rows: await readApprovals(ctx, query.status) } }),
    'GET /api/v1/approval/:appr_idx': async ({ ctx, params, query: { page } }) => {
      const row = await getApproval(ctx, params.appr_idx);
      const changes = await changesOf(ctx, records, row, page);
      const editable = await readEditable(ctx, kernel, row);
      const plan = {
        changes,
        count: row.plan.count,
        figures: await figuresOf(ctx, records, row),
        meaning: await readMeaning(ctx, kernel, row),
        refused: refusedOf(ctx, row),
        edits: await readEdits(ctx, kernel, row),
        conflicts: await readConflicts(ctx, kernel, row, editable),
        editable,
      };
      return { results: { ...itemOf(row), plan } };
    },
    'PUT /api/v1/approval/:appr_idx': (call) => editPlan(kernel, call, call.params.appr_idx, call.body),
    'POST /api/v1/approval/:appr_idx/approve': (call) =>
      applyPlan(kernel, call, call.params.appr_idx, { version: call.body.version }),
    'POST /api/v1/approval/:appr_idx/override': (call) => applyPlan(kernel, call, call.params.appr_idx, call.body),
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
    query: z.object({ page: PageNumber }),
    words: ['audit'],
    // Asked for each time: features that come later declare theirs.
    get follows() {
      return [approvalEntity, ...kernel.changeSets.scheduledEntities];
    },
    shows: ({ appr_idx: id }) => ({ kind: approvalEntity, id: String(id) }),
    load: async ({ ctx, params, query: { page } }) => {
      const row = await getApproval(ctx, params.appr_idx);
      const { entity, entity_id: id } = row;
      const editable = await readEditable(ctx, kernel, row);
      const set = entity && id ? { href: records.hrefOf(entity, id) } : null;
      return {
        ...itemOf(row),
        changes: await changesOf(ctx, records, row, page),
        figures: await figuresOf(ctx, records, row),
        paging: { page, size: shownChanges, limit: mostProposed, total: row.plan.listed ?? row.plan.changes.length },
        meaning: await readMeaning(ctx, kernel, row),
        refused: refusedOf(ctx, row),
        edits: await readEdits(ctx, kernel, row),
        conflicts: await readConflicts(ctx, kernel, row, editable),
        editable,
        set,
        offered: await countedActsOn(ctx, records.all, approvalEntity, String(row.appr_idx)),
        steps: await stepsAt(ctx, row.appr_idx),
        isOwn: isBarred(row, callerId(ctx)),
        isPlanner: row.created_by === callerId(ctx),
        others: (await listAdmins(ctx.db)).length - 1,
      };
    },
  });
}
