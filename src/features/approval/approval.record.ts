import { sql } from 'kysely';
import type { OwnedKind } from '#kernel/desk/belongings.ts';
import { approvalRules } from '#kernel/desk/approvals.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { approvalEntity, approvalHref } from './approval.rules.ts';

/** Plans in the trail; each is named after what it changes. */
export const approvalRecord: RecordDeclaration = {
  kind: approvalEntity,
  label: 'approval.kind',
  href: approvalHref,
  titles: { table: 'approval', key: 'appr_idx', title: 'title' },
  actions: {
    planned: 'approval.did_plan',
    changed: 'approval.did_change',
    edited: 'approval.did_edit',
    approved: 'approval.did_approve',
    overridden: 'approval.did_override',
    returned: 'approval.did_return',
    withdrawn: 'approval.did_withdraw',
  },
  fields: {
    title: 'approval.field_title',
    kind: 'approval.field_rule',
    count: 'approval.field_count',
    by: 'approval.field_by',
    left_out: 'approval.field_left_out',
    edited: 'approval.field_edited',
  },
  values: { kind: Object.fromEntries(approvalRules.map((rule) => [rule, `approval.rule_${rule}`])) },
};

/** Plans that wait, or were sent back: whoever takes one over is its planner. */
export const ownPlans: OwnedKind = {
  entity: approvalEntity,
  label: 'approval.plans',
  table: 'approval',
  key: 'appr_idx',
  owner: 'created_by',
  isOpen: () => sql<boolean>`status in ('waiting', 'returned')`,
  title: sql<string>`title`,
  href: approvalHref,
  sets: ({ to }) => sql`planners = array_append(planners, ${to.staffId}::text)`,
};
