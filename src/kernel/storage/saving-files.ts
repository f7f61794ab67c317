import { mayHaveCommitted } from '../unit-of-work.ts';

/**
 * Runs a save whose files are already stored, and removes them if it fails. If it may have committed nevertheless, a
 * record may refer to them: then the sweep decides.
 */
export async function savingFiles<T>(save: () => Promise<T>, letGo: () => Promise<unknown>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!mayHaveCommitted(error)) await letGo();
    throw error;
  }
}
