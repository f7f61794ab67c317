import type { Context } from '../context.ts';
import { removeFiles } from './remove-files.ts';
import type { Storage } from './storage.ts';

/** As many files as are gone before anybody notices that the answer waits for it. */
export const fewFiles = 100;

/**
 * Lets go of files that no record refers to once the transaction has committed: a few at once, more by the sweep, so
 * that no answer waits for thousands of removals.
 */
export function leaveFiles(ctx: Context, storage: Storage, keys: readonly string[]): void {
  if (keys.length > 0 && keys.length <= fewFiles) ctx.afterCommit(() => removeFiles(storage, keys));
}
