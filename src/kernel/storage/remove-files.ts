import { inLanes } from '../work/lanes.rules.ts';
import type { Storage } from './storage.ts';

const lanes = 8;

/** Removes many objects, several in parallel. All are tried; then the first error is thrown. */
export async function removeFiles(storage: Storage, keys: readonly string[]): Promise<void> {
  const failures: unknown[] = [];
  await inLanes(keys, lanes, (key) => storage.remove(key).catch((error: unknown) => void failures.push(error)));
  if (failures.length > 0) throw failures[0];
}
