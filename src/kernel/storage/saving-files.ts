import { mayHaveCommitted } from '../unit-of-work.ts';

/**
 * Runs a save whose files are stored already, and lets go of them where it failed. Where it may have been committed all
 * the same, a record may refer to them: then the sweep decides.
 */
export async function savingFiles<T>(save: () => Promise<T>, letGo: () => Promise<unknown>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!mayHaveCommitted(error)) await letGo();
    throw error;
  }
}
