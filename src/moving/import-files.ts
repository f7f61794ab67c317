import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Storage } from '#kernel/storage/storage.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { MovingError } from './export-manifest.ts';

const lanes = 8;

/** Throws {@link MovingError} if the storage has files that are none of the export's: an earlier attempt may have left those. */
export async function requireNoOthers(storage: Storage, folder: string): Promise<void> {
  const sizes = new Map<string, number>();
  for await (const { key, size } of listed(folder)) sizes.set(key, size);
  for await (const { key, size } of storage.list(''))
    if (sizes.get(key) !== size)
      throw new MovingError(
        `There are files where those of the export belong, such as ${key}. Import where there are none.`,
      );
}

/** Puts the files of an export where they belong, unless an earlier attempt has. */
export async function importFiles(storage: Storage, folder: string): Promise<void> {
  const there = new Set<string>();
  for await (const { key } of storage.list('')) there.add(key);
  const missing: string[] = [];
  for await (const { key } of listed(folder)) if (!there.has(key)) missing.push(key);
  await inLanes(missing, lanes, async (key) => {
    await storage.put(key, createReadStream(path.join(folder, 'files', key)));
  });
}

/** The files that `files.csv` lists. Keys have no commas and no quotes. */
async function* listed(folder: string): AsyncGenerator<{ key: string; size: number }> {
  const lines = createInterface({
    input: createReadStream(path.join(folder, 'files.csv')),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of lines) {
    const [, key, size] = /^files\/([^,]+),(\d+),/.exec(line) ?? [];
    if (key !== undefined) yield { key, size: Number(size) };
  }
}
