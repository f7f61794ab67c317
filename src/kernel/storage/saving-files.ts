import { mayHaveCommitted } from '../work/unit-of-work.ts';

/**
 * Runs a save whose files are already stored, and removes them if it fails. If it may have committed after all, a
 * record may refer to them, so they are left to the sweep.
 */
export async function savingFiles<T>(save: () => Promise<T>, letGo: () => Promise<unknown>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!mayHaveCommitted(error)) await letGo();
    throw error;
  }
}
