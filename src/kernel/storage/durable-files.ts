import { link, lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inLanes } from '../lanes.rules.ts';
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

// Chunks are written together: a call to the disk costs more than copying does. Bytes.
const writtenTogether = 1 << 19;

/** How a file is written: bytes at most, and whether it outlives a power cut once that is answered. */
export interface WriteOptions {
  maxBytes?: number;
  signal?: AbortSignal;
  durable?: boolean;
}

/** Writes a new file, through to the disk, and returns its size. A failure leaves the unfinished file to the caller. */
export async function writeNewFile(
  file: string,
  source: Readable,
  { maxBytes = Number.POSITIVE_INFINITY, signal, durable = true }: WriteOptions,
): Promise<number> {
  const handle = await open(file, 'wx', 0o600);
  let size = 0;
  try {
    await pipeline(
      source,
      async (chunks: AsyncIterable<Uint8Array | string>) => {
        let waiting: Uint8Array[] = [];
        let waitingBytes = 0;
        const write = async () => {
          let rest: readonly Uint8Array[] = waiting;
          [waiting, waitingBytes] = [[], 0];
          while (rest.length > 0) rest = without(rest, (await handle.writev(rest)).bytesWritten);
        };
        for await (const chunk of chunks) {
          const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
          size += bytes.length;
          if (size > maxBytes) throw new StorageError('storage.too_large', { detail: `over ${maxBytes} bytes` });
          waiting.push(bytes);
          waitingBytes += bytes.length;
          if (waitingBytes >= writtenTogether) await write();
        }
        if (waitingBytes > 0) await write();
      },
      { signal },
    );
    // The bytes and the size: when it was last written need not outlive a power cut.
    if (durable) await handle.datasync();
  } finally {
    await handle.close();
  }
  return size;
}

/** What is left of chunks whose first bytes are written: a disk may take less than it was given. */
function without(chunks: readonly Uint8Array[], written: number): Uint8Array[] {
  return chunks.flatMap((chunk) => {
    const taken = Math.min(written, chunk.length);
    written -= taken;
    return taken === chunk.length ? [] : [chunk.subarray(taken)];
  });
}

/**
 * Gives a finished file a second name as its copy: nothing ever changes a file in place. It
 * is as new as a copy would be. Rejects where the file system has no such names.
 */
export async function linkNewFile(
  file: string,
  from: string,
  { durable = true }: Pick<WriteOptions, 'durable'> = {},
): Promise<void> {
  await link(from, file);
  const handle = await open(file, 'r+');
  try {
    const now = new Date();
    await handle.utimes(now, now);
    if (durable) await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Moves a finished file to its place under `root`, makes the folders on the way, and sees to it that a crash keeps both. */
export async function publishFile(
  file: string,
  root: string,
  segments: readonly string[],
  { durable = true }: Pick<WriteOptions, 'durable'> = {},
): Promise<void> {
  const target = path.join(root, ...segments);
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (let depth = 1; depth < segments.length; depth += 1) {
        await makeFolder(path.join(root, ...segments.slice(0, depth)), durable);
      }
      await rename(file, target);
      if (durable) await syncFolder(path.dirname(target));
      return;
    } catch (error) {
      // A removal may have pruned a folder, since we made it or just now.
      if (causeCode(error) !== 'ENOENT' || attempt === publishAttempts) throw error;
      madeFolders.clear();
    }
  }
}

/**
 * Writes files of `root` through to the disk with their names, some beside each other so that they share what the disk is
 * asked for. Much faster than each file when it is written.
 */
export async function writeThrough(root: string, keys: readonly string[]): Promise<void> {
  const folders = new Set<string>();
  for (const key of keys) {
    for (let folder = path.dirname(key); ; folder = path.dirname(folder)) {
      folders.add(folder);
      if (folder === '.') break;
    }
  }
  await inLanes(keys, syncLanes, async (key) => {
    const handle = await open(path.join(root, key), 'r+');
    await handle.datasync().finally(() => handle.close());
  });
  await inLanes([...folders], syncLanes, (folder) => syncFolder(path.join(root, folder)));
}

const syncLanes = 16;

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

/**
 * Folders that were found to be such since this process began, and whether their names outlive a power cut: looking again
 * at each costs as much as a small file.
 */
const madeFolders = new Map<string, boolean>();
const mostRemembered = 10_000;

// One level at a time, so that a symbolic link in the way is noticed instead of followed.
async function makeFolder(folder: string, durable: boolean): Promise<void> {
  const synced = madeFolders.get(folder);
  if (synced || (synced === false && !durable)) return;
  try {
    await mkdir(folder, 0o700);
  } catch (error) {
    if (causeCode(error) === 'ENOENT') throw error;
    if (causeCode(error) !== 'EEXIST') throw toStorageError(error, 'storage.folder_failed');
    if (!(await lstat(folder)).isDirectory())
      throw new StorageError('storage.bad_key', { detail: `${folder} is no folder`, cause: error });
  }
  if (durable) await syncFolder(path.dirname(folder));
  if (madeFolders.size >= mostRemembered) madeFolders.clear();
  madeFolders.set(folder, durable);
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
