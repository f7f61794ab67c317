import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { BackupLocation } from './location.ts';
import { type Manifest, readPart } from './manifest.ts';

const part = 'secret';

/** The file that holds the secret of an installation. */
export const secretFile = (dataDir: string): string => path.join(dataDir, 'secret');

/**
 * Backs up the secret, and returns its checksum; a bucket needs none unless there are accounts for spreadsheets. What the
 * snapshot holds was sealed before it, so a secret copied after the snapshot opens it, also if it is rotated meanwhile.
 */
export async function copySecret(dataDir: string, location: BackupLocation): Promise<Pick<Manifest, 'secret'>> {
  const secret = await readFile(secretFile(dataDir)).catch(ignoreMissing);
  if (!secret) return {};
  await location.put(part, Readable.from([secret]));
  return { secret: checksum(secret) };
}

/** Whether a backup has the secret that was copied into it. */
export async function isSecretWhole({ secret }: Manifest, location: BackupLocation): Promise<boolean> {
  if (secret === undefined) return true;
  const found = await readPart(location, part, text);
  return found !== undefined && checksum(found) === secret;
}

/** Restores the secret of a backup that has one; without `replace` one that is there stays. */
export async function putSecret(
  dataDir: string,
  location: BackupLocation,
  { replace }: { replace: boolean },
): Promise<void> {
  if (!replace && (await readFile(secretFile(dataDir)).catch(ignoreMissing))) return;
  const secret = await readPart(location, part, text);
  if (secret !== undefined) await writeFile(secretFile(dataDir), secret, { mode: 0o600, flush: true });
}

const checksum = (secret: string | Buffer) => createHash('sha256').update(secret).digest('hex');

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
