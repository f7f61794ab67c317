import { systemCaller, type UnitOfWork } from '../work/unit-of-work.ts';
import { type FileOwners, lockFilesForSweep } from './file-owners.ts';
import { unreferencedLifetimeMs } from './left-files.ts';
import type { Storage } from './storage.ts';
import { forgetUnowned } from './unowned-files.ts';

const batchSize = 200;

interface SweepParts {
  work: UnitOfWork;
  storage: Storage;
  files: FileOwners;
}

/** Removes files older than a day that no record refers to and that are kept no longer; returns how many. */
export async function sweepUnreferencedFiles(parts: SweepParts, signal?: AbortSignal): Promise<number> {
  await forgetUnowned(parts, signal);
  let swept = 0;
  for (const prefix of parts.files.prefixes) {
    for await (const keys of oldKeys(parts, prefix)) {
      signal?.throwIfAborted();
      swept += await sweepBatch(parts, prefix, keys);
    }
  }
  return swept;
}

async function* oldKeys({ storage, work }: SweepParts, prefix: string): AsyncGenerator<string[]> {
  const before = await work.read(systemCaller('sweep'), async ({ now }) => now.getTime() - unreferencedLifetimeMs);
  let keys: string[] = [];
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    if (modifiedAt.getTime() >= before) continue;
    keys.push(key);
    if (keys.length < batchSize) continue;
    yield keys;
    keys = [];
  }
  if (keys.length > 0) yield keys;
}

/** Checks and removes under the lock, so that no transaction starts to refer to a file in between. */
function sweepBatch({ work, storage, files }: SweepParts, prefix: string, keys: string[]): Promise<number> {
  return work.write(systemCaller('sweep'), async (ctx) => {
    await lockFilesForSweep(ctx);
    const referenced = await files.referenced(ctx, prefix, keys);
    const before = ctx.now.getTime() - unreferencedLifetimeMs;
    let swept = 0;
    for (const key of keys) {
      if (referenced.has(key)) continue;
      // It may have been uploaded again since it was listed.
      const stat = await storage.stat(key);
      if (!stat || stat.modifiedAt.getTime() >= before) continue;
      await storage.remove(key);
      swept += 1;
    }
    return swept;
  });
}
