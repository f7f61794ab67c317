import { lchown, lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

interface Owner {
  uid: number;
  gid: number;
}

/** The account that owns an existing folder, if this process is root and would take files away from it. */
export async function ownerOf(folder: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const found = await stat(folder).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

/** Gives a file that root has just written to such an account. */
export async function give(owner: Owner | undefined, file: string): Promise<void> {
  if (owner) await lchown(file, owner.uid, owner.gid);
}

/** Gives what root has written in a folder to the folder's owner: a service could not read what belongs to root. */
export async function giveTo(owner: Owner | undefined, folder: string): Promise<void> {
  if (!owner) return;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name);
    const found = await lstat(inside).catch(ignoreMissing);
    if (found?.uid === 0) await give(owner, inside);
    if (entry.isDirectory()) await giveTo(owner, inside);
  }
}

/** The lock files of a database come and go. */
function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
