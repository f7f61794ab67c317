import { createReadStream, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { BackupPlace } from './place.ts';

/** The file that holds the secret of an installation. */
export const secretFile = (dataDir: string): string => path.join(dataDir, 'secret');

/** Backs up the secret: a bucket needs none unless there are accounts for spreadsheets. */
export async function copySecret(dataDir: string, place: BackupPlace): Promise<void> {
  if (existsSync(secretFile(dataDir))) await place.put('secret', createReadStream(secretFile(dataDir)));
}

/** Restores the secret of a backup that has one; without `replace` one that is there stays. */
export async function putSecret(dataDir: string, place: BackupPlace, { replace }: { replace: boolean }): Promise<void> {
  if (existsSync(secretFile(dataDir)) && !replace) return;
  const secret = await place
    .open('secret')
    .then(text)
    .catch(() => undefined);
  if (secret !== undefined) await writeFile(secretFile(dataDir), secret, { mode: 0o600, flush: true });
}
