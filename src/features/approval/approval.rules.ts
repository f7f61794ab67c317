import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Plan } from '#kernel/work/approval.ts';
import type { ListedApproval } from './approval.store.ts';
import { approvalMessages } from './approval.messages.ts';

export const approvalEntity = 'approval';

export const approvalHref = (apprIdx: number | string): string => `/approval/${apprIdx}`;

/** Whether a plan tells all that its acts rest on: whatever others change of that makes another plan. */
export const isComparedWhole = ({ records }: Pick<Kernel, 'records'>, { changes, figures = [] }: Plan): boolean =>
  ![...changes, ...figures].some(({ entity, action }) =>
    records.of(entity)?.untold?.some((verb) => action === `${entity}.${verb}`),
  );

/** Nobody approves what they have planned themselves, or a part of it. */
export const isOwn = (
  { planners, created_by: by }: Pick<ListedApproval, 'planners' | 'created_by'>,
  id: string,
): boolean => by === id || planners.includes(id);

/** Whether an assistant has proposed it. */
export const isProposal = (row: Pick<ListedApproval, 'assistant'> | undefined): boolean =>
  typeof row?.assistant === 'string';

/** Whether somebody has to leave it to another person: what their assistant proposes only if a rule says so. */
export const isBarred = (
  row: Pick<ListedApproval, 'planners' | 'created_by' | 'assistant' | 'needs'>,
  id: string,
): boolean => isOwn(row, id) && (row.assistant === null || row.needs !== null);

/**
 * Whether a plan waits for somebody to decide it: what an assistant proposes for its own person, and where a rule asks for
 * another one, for everybody.
 */
export const awaits = (row: ListedApproval, id: string): boolean =>
  row.status === 'waiting' && (isProposal(row) ? row.created_by === id || row.needs !== null : !isOwn(row, id));

export function requireNotOwn(row: ListedApproval, id: string): void {
  if (isOwn(row, id)) throw approvalMessages.error(403, 'approval.own');
}

/** Refuses what was decided meanwhile, and says by whom. */
export function requireOpen({ status, decided_by: by }: ListedApproval): void {
  if (status === 'waiting') return;
  throw new AppError(409, `approval.was_${status}`, { name: by ?? '' });
}

/** Refuses a plan that was decided meanwhile, or is another than the one that was looked at. */
export function requireSeen(row: ListedApproval, version: number | undefined): void {
  requireOpen(row);
  if (version !== undefined && version !== row.version) throw approvalMessages.error(409, 'approval.stale');
}
