export { applyPlan } from './apply-plan.ts';
export { ApprovalChange, ApprovalRow } from './approval.contract.ts';
export { accountOf, callerId, changesOf, getApproval, itemOf, returnPlan, withdrawPlan } from './approval.service.ts';
export { approvalStatuses, listProposed } from './approval.store.ts';
export type { ApprovalRow as StoredApproval } from './approval.store.ts';
