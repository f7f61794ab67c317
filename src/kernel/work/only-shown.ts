import type { AuditEntry, Context } from './context.ts';

/** Reads what work has led to, within its transaction, beside what the trail would say of it. */
export type Shows = (ctx: Context, entries: readonly AuditEntry[]) => Promise<void>;

/** Thrown once work was shown, or where it is not done to be shown: it is rolled back, so that nothing of it is ever committed. */
export class OnlyShown extends Error {
  override name = 'OnlyShown';
}

// Who looks does not wait for those who are changing the same records for longer than this, nor they for who looks. Milliseconds.
export const shownLockWaitMs = 1000;
