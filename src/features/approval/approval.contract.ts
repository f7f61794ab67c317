import { z } from 'zod';
import { TrailEntry } from '#features/audit/audit-changes.public.ts';
import { approvalRules } from '#kernel/desk/approvals.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, success, version } from '#kernel/work/fields.ts';
import { approvalStatuses } from './approval.store.ts';

export const ApprovalParams = z.object({ appr_idx: idx });

const Status = z.enum(approvalStatuses);

/** Times in seconds, 0 for none. */
const Row = z.object({
  appr_idx: z.int(),
  kind: z.enum(approvalRules),
  status: Status,
  title: z.string(),
  /** How many changes are planned. */
  count: z.int(),
  created_at: z.int(),
  created_by: z.string(),
  changed_at: z.int(),
  decided_at: z.int(),
  decided_by: z.string().nullable(),
  message: z.string().nullable(),
  version: z.int(),
  href: z.string(),
});
export type ApprovalItem = z.output<typeof Row>;

/** As the trail would tell it. */
const Change = TrailEntry.pick({
  kind: true,
  id: true,
  title: true,
  href: true,
  action: true,
  reason: true,
  more: true,
}).extend({ fields: TrailEntry.shape.changes });
export type ApprovalChange = z.output<typeof Change>;

export const approvalApi = contract({
  'GET /api/v1/approval': {
    summary: 'List what waits for another person; with `status`, what has another outcome, the newest 200',
    query: z.object({ status: Status.default('waiting') }),
    response: results(z.object({ rows: z.array(Row) })),
  },
  'GET /api/v1/approval/:appr_idx': {
    summary: 'A planned act, with what it changes',
    params: ApprovalParams,
    response: results(Row.extend({ plan: z.object({ changes: z.array(Change), count: z.int() }) })),
  },
  'POST /api/v1/approval/:appr_idx/approve': {
    summary: 'Approve a plan and apply it, if it still is what was planned; what has a time is applied then',
    params: ApprovalParams,
    body: z.strictObject({ version }),
    ownTransaction: true,
    ready: true,
    response: results(z.looseObject({ act_idx: z.int().optional() })),
  },
  'POST /api/v1/approval/:appr_idx/return': {
    summary: 'Send a plan back to who planned it, with a sentence',
    params: ApprovalParams,
    body: z.strictObject({ text: z.string().trim().min(1).max(1000), version }),
    response: results(success),
  },
  'POST /api/v1/approval/:appr_idx/override': {
    summary: 'Apply one’s own plan without another person: with a reason, which everybody is told',
    params: ApprovalParams,
    body: z.strictObject({ reason: z.string().trim().min(10).max(1000), version }),
    ownTransaction: true,
    ready: true,
    response: results(z.looseObject({ act_idx: z.int().optional() })),
  },
  'DELETE /api/v1/approval/:appr_idx': {
    summary: 'Retract one’s own plan',
    params: ApprovalParams,
    response: results(success),
  },
});
