import type { Config } from '#kernel/config/config.ts';
import { openStorage } from '#kernel/mount/open-storage.ts';
import { putFiles } from './files.ts';
import { readManifest } from './manifest.ts';
import { giveTo, ownerOf } from './owner.ts';
import type { BackupRepository } from './repository.ts';
import { putSecret } from './secret.ts';

/**
 * Puts back every file that any backup of the repository has and the storage lacks, and the secret if there is none:
 * for a database that its own tools took back to an earlier moment. What its rows do not name is swept within a day.
 * Returns the number of files.
 */
export async function restoreFiles(config: Config, repository: BackupRepository): Promise<number> {
  const owner = await ownerOf(config.dataDir);
  const times = (await repository.times()).toReversed();
  if (times[0] !== undefined) await putSecret(config.dataDir, repository.at(times[0]), { replace: false });
  const { storage } = await openStorage(config);
  const there = new Set<string>();
  for await (const { key } of storage.list('')) there.add(key);
  let count = 0;
  for (const time of times) {
    const place = repository.at(time);
    const manifest = await readManifest(place);
    const files = manifest.files.filter(({ key }) => !there.has(key));
    await putFiles(storage, place, { ...manifest, files });
    for (const { key } of files) there.add(key);
    count += files.length;
  }
  await giveTo(owner, config.dataDir);
  return count;
}
