import { link, lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inLanes } from '../work/lanes.rules.ts';
import { StorageError, type StorageErrorCode } from './storage.ts';

const publishAttempts = 5;

const codeByCause: Record<string, StorageErrorCode> = {
  ENOSPC: 'storage.full',
  EDQUOT: 'storage.full',
  EROFS: 'storage.read_only',
  // The key is already the folder of other objects.
  EISDIR: 'storage.bad_key',
  ENOTEMPTY: 'storage.bad_key',
  ABORT_ERR: 'storage.aborted',
  ERR_STREAM_PREMATURE_CLOSE: 'storage.aborted',
};

/** The code of a failed system call or of a Node error; empty if there is none. */
export function causeCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** True if the path, or a folder on the way to it, does not exist. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(causeCode(error));
}

/** Maps a failed write to its error code; unknown errors are returned unchanged and become internal errors. */
export function toStorageError(error: unknown, otherwise?: StorageErrorCode): unknown {
  if (error instanceof StorageError) return error;
  const code = codeByCause[causeCode(error)] ?? otherwise;
  return code ? new StorageError(code, { cause: error }) : error;
}

// Chunks are written together: a system call costs more than copying. Bytes.
const writtenTogether = 1 << 19;

/** How a file is written: its maximum size, and whether it must survive a power failure once acknowledged. */
interface WriteOptions {
  maxBytes?: number;
  signal?: AbortSignal;
  durable?: boolean;
}

/** Writes a new file, flushes it to disk, and returns its size. On failure the caller removes the unfinished file. */
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
    // Flushes content and size; the modification time need not survive a power failure.
    if (durable) await handle.datasync();
  } finally {
    await handle.close();
  }
  return size;
}

/** The remaining chunks after a partial write: a disk may accept less than it was given. */
function without(chunks: readonly Uint8Array[], written: number): Uint8Array[] {
  return chunks.flatMap((chunk) => {
    const taken = Math.min(written, chunk.length);
    written -= taken;
    return taken === chunk.length ? [] : [chunk.subarray(taken)];
  });
}

/**
 * Copies a finished file as a hard link, since files never change in place, with a fresh modification time. Rejects if
 * the file system has no hard links.
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

/**
 * Moves a finished file to its place under `root`, creates missing folders, and makes sure that both survive a crash.
 */
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
      // A removal may have pruned a folder in the meantime.
      if (causeCode(error) !== 'ENOENT' || attempt === publishAttempts) throw error;
      madeFolders.clear();
    }
  }
}

/**
 * Flushes files of `root` and their directory entries to disk, several in parallel so that they share disk flushes.
 * Much faster than flushing each file when it is written.
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

/** Removes empty folders from `folder` upwards, below `root`. */
export async function pruneFolders(folder: string, root: string): Promise<void> {
  for (let empty = folder; empty !== root; empty = path.dirname(empty)) {
    try {
      await rmdir(empty);
    } catch {
      // Not empty, or another process was first: tidying up must not fail a completed removal.
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
 * Paths known to be folders since this process started, and whether their names survive a power failure: checking each
 * again costs as much as writing a small file.
 */
const madeFolders = new Map<string, boolean>();
const mostRemembered = 10_000;

// One level at a time, so that a symbolic link is detected instead of followed.
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
  // Windows cannot open folders; its file system journals names itself.
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    // Pruned in the meantime, with its contents.
    if (causeCode(error) !== 'ENOENT') throw error;
  }
}
