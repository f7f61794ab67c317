import { createHash } from 'node:crypto';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ListedObject, type Storage, StorageError } from '#kernel/storage/storage.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import type { BackupLocation } from './location.ts';
import { filePart, type Manifest, readPart } from './manifest.ts';

type FileEntry = Manifest['files'][number];

const lanes = 8;

/** Passes bytes on; `sum` is their number and checksum once all have passed. */
export function summing(): { through: Transform; sum: () => Omit<FileEntry, 'key'> } {
  const hash = createHash('sha256');
  let size = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  return { through, sum: () => ({ size, sha256: hash.digest('hex') }) };
}

/** Files of a backup, as they are collected. */
export interface CopiedFiles {
  readonly location: BackupLocation;
  readonly format: Manifest['format'];
  /** An earlier backup in the same repository. */
  readonly before: Manifest | undefined;
  readonly copied: Map<string, FileEntry>;
}

/**
 * Copies files that are not in `copied` yet, and adds them to it. Files never change once written: one that an earlier
 * backup has is not read again.
 */
export async function copyNewFiles(storage: Storage, files: CopiedFiles): Promise<void> {
  const { copied, before } = files;
  const earlier = new Map(before?.files.map((entry) => [entry.key, entry]));
  const since = Date.parse(before?.made_at ?? '');
  const found: ListedObject[] = [];
  for await (const object of storage.list('')) if (!copied.has(object.key)) found.push(object);
  await inLanes(found, lanes, async ({ key, size, modifiedAt }) => {
    const had = earlier.get(key);
    // Browsers may upload a file again before a record refers to it.
    const isSame = had?.size === size && modifiedAt.getTime() < since - clockMs;
    const entry = isSame && had && files.location.has(filePart(files, had)) ? had : await copyOut(storage, files, key);
    if (entry) copied.set(key, entry);
  });
}

// The clocks of a bucket and of this machine may differ by as much.
const clockMs = 15 * 60_000;

/** Undefined if the file was removed meanwhile. */
async function copyOut(storage: Storage, files: CopiedFiles, key: string): Promise<FileEntry | undefined> {
  try {
    // A file that is named by its checksum is read twice.
    const sum = files.format === 1 ? undefined : await sumOf(await storage.open(key));
    if (sum && files.location.has(filePart(files, { key, ...sum }))) return { key, ...sum };
    const { through, sum: copied } = summing();
    const part = filePart(files, { key, size: 0, sha256: '', ...sum });
    const source = await storage.open(key);
    await Promise.all([pipeline(source, through), files.location.put(part, through)]);
    if (sum && copied().sha256 !== sum.sha256) throw new Error(`${key} changed while it was copied.`);
    return { key, ...(sum ?? copied()) };
  } catch (error) {
    if (error instanceof StorageError && error.code === 'storage.not_found') return undefined;
    throw error;
  }
}

/** The number of bytes and their checksum. */
export async function sumOf(source: Readable): Promise<Omit<FileEntry, 'key'>> {
  const { through, sum } = summing();
  await pipeline(source, through.resume());
  return sum();
}

/** The keys of files in the backup that do not match its manifest. */
export async function damagedFiles(location: BackupLocation, manifest: Manifest): Promise<string[]> {
  const damaged: string[] = [];
  await inLanes(manifest.files, lanes, async (file) => {
    const found = await readPart(location, filePart(manifest, file), sumOf);
    if (found?.size !== file.size || found.sha256 !== file.sha256) damaged.push(file.key);
  });
  return damaged;
}

/** Puts the files of a backup where they belong. */
export async function putFiles(storage: Storage, location: BackupLocation, manifest: Manifest): Promise<void> {
  await inLanes(manifest.files, lanes, async (file) => {
    await storage.put(file.key, await location.open(filePart(manifest, file)));
  });
}
