import { z } from 'zod';
import { TrailEntry } from '#features/audit/audit-changes.public.ts';
import { approvalRules } from '#kernel/desk/approvals.ts';
import { AnyPage } from '#kernel/db/paging.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, success, version, whole } from '#kernel/work/fields.ts';
import { approvalStatuses } from './approval.store.ts';

export const ApprovalParams = z.object({ appr_idx: idx });

const Status = z.enum(approvalStatuses);

/** Times in seconds, 0 for none. */
export const ApprovalRow = z.object({
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
  /** The key and the name of the assistant that proposed it. */
  key_idx: z.int().nullable(),
  assistant: z.string().nullable(),
  /** What the assistant says about it. */
  why: z.string().nullable(),
  /** The rule that a proposal falls under; null if its own person may apply it. */
  needs: z.enum(approvalRules).nullable(),
  href: z.string(),
});
export type ApprovalItem = z.output<typeof ApprovalRow>;

/** As the trail would tell it. */
export const ApprovalChange = TrailEntry.pick({
  kind: true,
  id: true,
  title: true,
  href: true,
  action: true,
  reason: true,
  more: true,
}).extend({ fields: TrailEntry.shape.changes });
export type ApprovalChange = z.output<typeof ApprovalChange>;

/** How many changes of a kind a plan has. */
export const ApprovalFigure = z.object({ kind: z.string(), action: z.string(), count: z.int() });
export type ApprovalFigure = z.output<typeof ApprovalFigure>;

/** Which page of its changes. */
export const PlanPage = z.object({ page: AnyPage });

const Changed = z.object({
  change: z.int().min(0).max(1000).describe('Its place in the plan as it was proposed, from 0'),
});
const path = z.array(z.string().max(200)).min(1).max(10).describe('The names of a field, from the outermost');
const value = z.union([z.string().max(20_000), z.number(), z.boolean(), z.null()]);

/** What of a proposed plan its call says so plainly that a person can leave it out or give it another value. */
const EditableChange = ApprovalChange.pick({ kind: true, title: true, action: true }).extend({
  change: z.int(),
  can_leave: z.boolean(),
  is_left: z.boolean(),
  fields: z.array(
    z.object({
      path,
      field: z.string(),
      before: z.union([z.string(), z.number(), z.boolean(), z.null()]),
      proposed: value,
      /** As it was edited; the same as `proposed` unless it was. */
      value,
      can_edit: z.boolean(),
      can_leave: z.boolean(),
      is_left: z.boolean(),
    }),
  ),
});
export type EditableChange = z.output<typeof EditableChange>;

/** What a person has edited of what was proposed: fields go from the proposed value to the one that is applied. */
export const PlanEdits = z.object({
  by: z.string(),
  at: z.int(),
  left: z.array(ApprovalChange),
  edited: z.array(ApprovalChange),
});
export type PlanEdits = z.output<typeof PlanEdits>;

/** A field that somebody else has set since it was proposed: from what is there now to what would be set. */
const PlanConflict = ApprovalChange.pick({ kind: true, title: true, href: true }).extend({
  field: ApprovalChange.shape.fields.element,
  by: z.string(),
  at: z.int(),
  leave: Changed.extend({ path: path.optional() })
    .nullable()
    .describe('What to leave out so that what is there stays; null if that cannot be done by itself'),
});
export type PlanConflict = z.output<typeof PlanConflict>;

export const RefusedPart = z.object({ reason: z.string(), count: z.int() });
export type RefusedPart = z.output<typeof RefusedPart>;

/** What a plan means, while it can still be applied. */
const PlanMeaning = z.object({
  readers: z.array(z.string()).describe('What readers will see, in sentences of the language of the call'),
  previews: z.array(z.object({ title: z.string(), href: z.string() })),
  no_preview: z
    .enum(['unseen', 'parts'])
    .nullable()
    .describe('Why there is none: readers do not see what it changes, or it is not done as one transaction'),
  rivals: z
    .array(z.object({ title: z.string(), name: z.string(), at: z.int(), href: z.string().nullable() }))
    .describe('What else is scheduled for the same fields of a record, and applies as well'),
});
export interface PlanMeaning extends z.output<typeof PlanMeaning> {
  previews: { title: string; href: `/${string}` }[];
}

/** What the call of a plan answers, and whether a job goes on with it. */
const Applied = z.looseObject({
  act_idx: z.int().optional(),
  goes_on: z.boolean().optional().describe('A job does it; the plan waits until that has ended'),
});

export const approvalApi = contract({
  'GET /api/v1/approval': {
    summary: 'List what waits for another person; with `status`, what has another outcome, the newest 200',
    query: z.object({ status: Status.default('waiting') }),
    response: results(z.object({ rows: z.array(ApprovalRow) })),
  },
  'GET /api/v1/approval/:appr_idx': {
    summary:
      'A planned act, with what it changes: the first 200 changes, of what assistants propose with `page` all of them',
    params: ApprovalParams,
    query: PlanPage,
    response: results(
      ApprovalRow.extend({
        plan: z.object({
          changes: z.array(ApprovalChange),
          count: z.int(),
          figures: z.array(ApprovalFigure).describe('Of a proposal with several pages: how many of each kind'),
          meaning: PlanMeaning.nullable(),
          refused: z.array(RefusedPart).describe('What the call would leave as it is'),
          edits: PlanEdits.nullable(),
          conflicts: z.array(PlanConflict),
          editable: z.array(EditableChange).nullable().describe('Of what an assistant proposed, while it waits'),
        }),
      }),
    ),
  },
  'PUT /api/v1/approval/:appr_idx': {
    summary:
      'Edit what an assistant proposed: leave out changes or fields, or give fields other values. It is tried again, and what it would do now takes the place of the plan. All edits start from what was proposed',
    params: ApprovalParams,
    body: z.strictObject({
      version: whole(0, 2_147_483_647),
      left: z
        .array(Changed.extend({ path: path.optional() }).strict())
        .max(500)
        .default([]),
      values: z.array(Changed.extend({ path, value }).strict()).max(500).default([]),
    }),
    bodyLimit: 1 << 20,
    ownTransaction: true,
    ready: true,
    response: results(z.object({ version: z.int() })),
  },
  'POST /api/v1/approval/:appr_idx/approve': {
    summary: 'Approve a plan and apply it, if it still is what was planned; what has a time is applied then',
    params: ApprovalParams,
    body: z.strictObject({ version }),
    ownTransaction: true,
    ready: true,
    response: results(Applied),
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
    response: results(Applied),
  },
  'DELETE /api/v1/approval/:appr_idx': {
    summary: 'Retract one’s own plan',
    params: ApprovalParams,
    response: results(success),
  },
});
