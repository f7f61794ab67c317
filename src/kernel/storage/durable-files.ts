import { lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StorageError, type StorageErrorCode } from './storage.ts';

const publishAttempts = 5;

const codeByCause: Record<string, StorageErrorCode> = {
  ENOSPC: 'storage.full',
  EDQUOT: 'storage.full',
  // The key is already the folder of other objects.
  EISDIR: 'storage.bad_key',
  ENOTEMPTY: 'storage.bad_key',
  ABORT_ERR: 'storage.aborted',
  ERR_STREAM_PREMATURE_CLOSE: 'storage.aborted',
};

/** The code of a failed system call or of an error of Node's own; empty where there is none. */
export function causeCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** True where the path, or a folder on the way to it, is not there. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(causeCode(error));
}

/** Gives a failed write its stable code; what is not known stays as it is, a fault of ours. */
export function toStorageError(error: unknown, otherwise?: StorageErrorCode): unknown {
  if (error instanceof StorageError) return error;
  const code = codeByCause[causeCode(error)] ?? otherwise;
  return code ? new StorageError(code, { cause: error }) : error;
}

/** Writes a new file through to the disk and returns its size. A failure leaves the unfinished file to the caller. */
export async function writeDurably(
  file: string,
  source: Readable,
  { maxBytes = Number.POSITIVE_INFINITY, signal }: { maxBytes?: number; signal?: AbortSignal },
): Promise<number> {
  const handle = await open(file, 'wx', 0o600);
  let size = 0;
  try {
    await pipeline(
      source,
      async (chunks: AsyncIterable<Uint8Array | string>) => {
        for await (const chunk of chunks) {
          size += Buffer.byteLength(chunk);
          if (size > maxBytes) throw new StorageError('storage.too_large', { detail: `over ${maxBytes} bytes` });
          await handle.appendFile(chunk);
        }
      },
      { signal },
    );
    await handle.sync();
  } finally {
    await handle.close();
  }
  return size;
}

/** Moves a finished file to its place under `root`, makes the folders on the way, and sees to it that a crash keeps both. */
export async function publishFile(file: string, root: string, segments: readonly string[]): Promise<void> {
  const target = path.join(root, ...segments);
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (let depth = 1; depth < segments.length; depth += 1) {
        await makeFolder(path.join(root, ...segments.slice(0, depth)));
      }
      await rename(file, target);
      return await syncFolder(path.dirname(target));
    } catch (error) {
      // A removal may prune the still empty folder between our two steps.
      if (causeCode(error) !== 'ENOENT' || attempt === publishAttempts) throw error;
    }
  }
}

/** Removes the folders from `folder` upwards that hold nothing any more, short of `root`. */
export async function pruneFolders(folder: string, root: string): Promise<void> {
  for (let empty = folder; empty !== root; empty = path.dirname(empty)) {
    try {
      await rmdir(empty);
    } catch {
      // Not empty, or another process was first: tidying up never fails a removal that is done.
      return;
    }
  }
}

/** Removes files last written before the given time. */
export async function sweepFiles(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const stats = await lstat(file).catch(() => null);
    if (stats && stats.mtime < before) await rm(file, { force: true });
  }
}

// One level at a time, so that a symbolic link in the way is noticed instead of followed.
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, 0o700);
  } catch (error) {
    if (causeCode(error) === 'ENOENT') throw error;
    if (causeCode(error) !== 'EEXIST') throw toStorageError(error, 'storage.folder_failed');
    if ((await lstat(folder)).isDirectory()) return;
    throw new StorageError('storage.bad_key', { detail: `${folder} is no folder`, cause: error });
  }
  await syncFolder(path.dirname(folder));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; its file system journals the names itself.
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    // Pruned in between, with what was in it.
    if (causeCode(error) !== 'ENOENT') throw error;
  }
}
