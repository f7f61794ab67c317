export { applyPlan } from './apply-plan.ts';
export { ApprovalChange, ApprovalRow, PlanEdits, RefusedPart } from './approval.contract.ts';
export {
  accountOf,
  callerId,
  changesOf,
  getApproval,
  itemOf,
  refusedOf,
  returnPlan,
  withdrawPlan,
} from './approval.service.ts';
export { approvalStatuses, listProposed } from './approval.store.ts';
export { countOpen, mostOpen, mostProposed } from './proposal.store.ts';
export type { ApprovalRow as StoredApproval } from './approval.store.ts';
export { readEdits } from './edit/edits.read.ts';
