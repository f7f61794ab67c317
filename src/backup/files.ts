import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Storage, StorageError } from '#kernel/storage/storage.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { type Manifest, pathOf } from './manifest.ts';

type FileEntry = Manifest['files'][number];

const lanes = 8;

function summing() {
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

/** Copies files that are not in `copied` yet to the folder, and adds them to it. Files never change once written. */
export async function copyNewFiles(storage: Storage, folder: string, copied: Map<string, FileEntry>): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of storage.list('')) if (!copied.has(key)) keys.push(key);
  await inLanes(keys, lanes, async (key) => {
    const entry = await copyOut(storage, folder, key);
    if (entry) copied.set(key, entry);
  });
}

/** Undefined if the file was removed meanwhile. */
async function copyOut(storage: Storage, folder: string, key: string): Promise<FileEntry | undefined> {
  const place = pathOf.file(folder, key);
  const { through, sum } = summing();
  try {
    const source = await storage.open(key);
    await mkdir(path.dirname(place), { recursive: true });
    await pipeline(source, through, createWriteStream(place, { flush: true }));
  } catch (error) {
    await rm(place, { force: true });
    if (error instanceof StorageError && error.code === 'storage.not_found') return undefined;
    throw error;
  }
  return { key, ...sum() };
}

/** The keys of files in the folder that do not match the manifest. */
export async function damagedFiles(folder: string, files: readonly FileEntry[]): Promise<string[]> {
  const damaged: string[] = [];
  await inLanes(files, lanes, async ({ key, size, sha256 }) => {
    const { through, sum } = summing();
    try {
      await pipeline(createReadStream(pathOf.file(folder, key)), through.resume());
    } catch {
      return void damaged.push(key);
    }
    const found = sum();
    if (found.size !== size || found.sha256 !== sha256) damaged.push(key);
  });
  return damaged;
}

export async function putFiles(storage: Storage, folder: string, files: readonly FileEntry[]): Promise<void> {
  await inLanes(files, lanes, async ({ key }) => {
    await storage.put(key, createReadStream(pathOf.file(folder, key)));
  });
}
