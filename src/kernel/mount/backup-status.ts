import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const Status = z.object({
  made_at: z.number().optional(),
  rehearsed_at: z.number().optional(),
});

/** What the backup command says of its last runs, for the metrics of the instances beside it; times in seconds. */
export type BackupStatus = z.output<typeof Status>;

/** The file with the status. */
export const backupStatusFile = (dataDir: string): string => path.join(dataDir, 'backup-status.json');

/** The status; rejects if no backup was ever made here. */
export async function readBackupStatus(dataDir: string): Promise<BackupStatus> {
  return Status.parse(JSON.parse(await readFile(backupStatusFile(dataDir), 'utf8')));
}
