export { applyPlan } from './apply-plan.ts';
export { ApprovalChange, ApprovalFigure, ApprovalRow, PlanEdits, PlanPage, RefusedPart } from './approval.contract.ts';
export {
  accountOf,
  callerId,
  describePlanned,
  figuresOf,
  getApproval,
  itemOf,
  refusedOf,
  returnPlan,
  withdrawPlan,
} from './approval.service.ts';
export { approvalStatuses, listProposed } from './approval.store.ts';
export { countOpen, mostOpen } from './proposal.store.ts';
export type { ApprovalRow as StoredApproval } from './approval.store.ts';
export { readEdits } from './edit/edits.read.ts';
export { readPage } from './plan-pages.store.ts';
