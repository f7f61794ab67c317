import { AppError } from '../messages/errors.ts';
import type { GivenCall, Proposal } from './approval.ts';
import type { AuditEntry, Context } from './context.ts';

/**
 * What is to be done once it is approved: a call, of an assistant if there is a proposal, with what it would have answered;
 * or a set of changes that has a time, in a table with this key column. A call `isWhole` if all its work is done in its one
 * transaction.
 */
export type PlannedWork =
  | { call: GivenCall; proposal?: Proposal | undefined; answer?: unknown; isWhole?: boolean }
  | { entity: string; key: string; id: number };

/**
 * Work that was done in its transaction, and is rolled back because another person has to approve it. Where it cannot be
 * planned, it is an error for the caller.
 */
export class ApprovalNeeded extends AppError {
  /** Stores what was planned, in another transaction; returns the number of the approval. */
  readonly store: (ctx: Context, work: PlannedWork) => Promise<number>;

  constructor(store: ApprovalNeeded['store']) {
    super(409, 'error.approval_needed');
    this.store = store;
  }
}

/**
 * Judges what a transaction did, before it commits: throws {@link ApprovalNeeded} if that needs another person. Returns
 * the approval that what it scheduled waits for from now on, if any. Of a proposal, it always throws.
 */
export type Judge = (ctx: Context, entries: readonly AuditEntry[]) => Promise<number | undefined>;
