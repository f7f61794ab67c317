import type { Context } from '#kernel/work/context.ts';
import { approvalEntity } from './approval.rules.ts';
import type { ApprovalRow } from './approval.store.ts';

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
