import { mkdir, rename, writeFile } from 'node:fs/promises';
import { type BackupStatus, backupStatusFile, readBackupStatus } from '#kernel/mount/backup-status.ts';
import { give, ownerOf } from './owner.ts';

/** Notes that a backup was made or rehearsed, where the instances' metrics read it. */
export async function note(dataDir: string, what: keyof BackupStatus): Promise<void> {
  const before = await readBackupStatus(dataDir).catch(() => ({}));
  const file = backupStatusFile(dataDir);
  const draft = `${file}.${process.pid}`;
  const status: BackupStatus = { ...before, [what]: Math.floor(Date.now() / 1000) };
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(draft, JSON.stringify(status), { mode: 0o600 });
    await give(await ownerOf(dataDir), draft);
    await rename(draft, file);
  } catch (error) {
    // The backup itself is complete.
    console.error(`The metrics will not show this: ${(error as Error).message}`);
  }
}
