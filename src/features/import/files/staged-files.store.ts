import type { Storage } from '#kernel/storage/storage.ts';
import { type FileKind, fileExtension } from '../rules/import-files.rules.ts';

/** The staging prefix of an import; each upload is stored under the number of its file until it is taken. */
const folderOf = (importIdx: number) => `staging/import/${importIdx}/`;

export const stagingKey = (importIdx: number, { file_idx, kind }: { file_idx: number; kind: FileKind }): string =>
  `${folderOf(importIdx)}${file_idx}${fileExtension[kind === 'audio' ? 'audio' : 'images']}`;

/** The keys that browsers may upload to; see stagingKey. */
export const stagingPattern = { images: /^staging\/import\/\d+\/\d+\.jpg$/, audio: /^staging\/import\/\d+\/\d+\.mp3$/ };

/** The uploads of an import that have arrived, with their sizes. */
export async function listStaged(storage: Storage, importIdx: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const { key, size } of storage.list(folderOf(importIdx))) found.set(key, size);
  return found;
}
