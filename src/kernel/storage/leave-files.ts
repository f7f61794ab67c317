import type { Context } from '../work/context.ts';
import { removeFiles } from './remove-files.ts';
import type { Storage } from './storage.ts';

/** So few files that nobody notices the wait. */
export const fewFiles = 100;

/**
 * Releases files that no record refers to once the transaction has committed: a few are removed immediately, more are
 * left to the sweep, so that no answer waits for thousands of removals.
 */
export function leaveFiles(ctx: Context, storage: Storage, keys: readonly string[]): void {
  if (keys.length > 0 && keys.length <= fewFiles) ctx.afterCommit(() => removeFiles(storage, keys));
}
