import { open, readFile, rename } from 'node:fs/promises';

/** Where the last cursor is kept whose changes the cache was told of. */
export interface Cursors {
  /** Undefined before the first. */
  read(): Promise<string | undefined>;
  write(cursor: string): Promise<void>;
}

/** A cursor in a file, which is replaced whole. */
export function cursorFile(file: string): Cursors {
  return {
    read: async () => {
      try {
        return (await readFile(file, 'utf8')).trim() || undefined;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    write: async (cursor) => {
      const draft = `${file}.draft`;
      const handle = await open(draft, 'w', 0o600);
      try {
        await handle.writeFile(`${cursor}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, file);
    },
  };
}
