import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Where the parts of one backup are written to and read from: `manifest.json`, `secret`, `tables/…` and `files/…`. */
export interface BackupLocation {
  /** How commands and messages name it. */
  readonly name: string;
  /** Writes a part; it appears when it is complete. */
  put(part: string, source: Readable): Promise<void>;
  /** Rejects if there is no such part. */
  open(part: string): Promise<Readable>;
  /** Parts that are there already, from earlier backups. */
  has(part: string): boolean;
}

/** One backup as a folder of its own. */
export function folderLocation(folder: string): BackupLocation {
  const fileOf = (part: string) => path.join(folder, part);
  return {
    name: folder,
    put: async (part, source) => {
      const file = fileOf(part);
      const draft = `${file}.draft`;
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      try {
        await pipeline(source, createWriteStream(draft, { flush: true, mode: 0o600 }));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await rename(draft, file);
    },
    open: async (part) => createReadStream(fileOf(part)),
    has: () => false,
  };
}
