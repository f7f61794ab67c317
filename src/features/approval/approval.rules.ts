import type { ApprovalRow } from './approval.store.ts';
import { approvalMessages } from './approval.messages.ts';

export const approvalEntity = 'approval';

export const approvalHref = (apprIdx: number | string): string => `/approval/${apprIdx}`;

/** Nobody approves what they have planned themselves, or a part of it. */
export const isOwn = (
  { planners, created_by: by }: Pick<ApprovalRow, 'planners' | 'created_by'>,
  id: string,
): boolean => by === id || planners.includes(id);

export function requireNotOwn(row: ApprovalRow, id: string): void {
  if (isOwn(row, id)) throw approvalMessages.error(403, 'approval.own');
}
