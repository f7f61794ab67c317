import type { Config } from '#kernel/config/config.ts';
import { openStorage } from '#kernel/mount/open-storage.ts';
import { damagedFiles, putFiles } from './files.ts';
import { BackupError, readManifest } from './manifest.ts';
import { giveTo, ownerOf } from './owner.ts';
import type { BackupRepository } from './repository.ts';
import { putSecret } from './copy-secret.ts';

/**
 * Puts back every file that any backup of the repository has and the storage lacks, and the secret if there is none:
 * for a database that its own tools took back to an earlier moment. What its rows do not name is swept within a day.
 * Returns the number of files; throws at the end if the backups have damaged ones, which are not put back.
 */
export async function restoreFiles(config: Config, repository: BackupRepository): Promise<number> {
  const owner = await ownerOf(config.dataDir);
  const newest = await repository.find();
  const times = (await repository.times()).toReversed();
  await putSecret(config.dataDir, newest, { replace: false });
  const { storage } = await openStorage(config);
  const there = new Set<string>();
  for await (const { key } of storage.list('')) there.add(key);
  const damaged = new Set<string>();
  let count = 0;
  for (const time of times) {
    const location = repository.at(time);
    const manifest = await readManifest(location);
    const missing = { ...manifest, files: manifest.files.filter(({ key }) => !there.has(key)) };
    const broken = new Set(await damagedFiles(location, missing));
    const files = missing.files.filter(({ key }) => !broken.has(key));
    await putFiles(storage, location, { ...manifest, files });
    for (const { key } of files) there.add(key);
    for (const key of broken) damaged.add(key);
    count += files.length;
  }
  await giveTo(owner, config.dataDir);
  const lost = [...damaged].filter((key) => !there.has(key));
  if (lost.length === 0) return count;
  throw new BackupError(
    `Put back ${count} files. ${lost.length} are damaged in every backup: ${lost.slice(0, 10).join(', ')}`,
  );
}
