import type { Storage } from './storage.ts';

const lanes = 8;

/** Removes many objects, some at a time. All are tried; the first failure is thrown at the end. */
export async function removeFiles(storage: Storage, keys: readonly string[]): Promise<void> {
  const rest = keys.values();
  const failures: unknown[] = [];
  const work = async () => {
    for (const key of rest) await storage.remove(key).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: lanes }, work));
  if (failures.length > 0) throw failures[0];
}
