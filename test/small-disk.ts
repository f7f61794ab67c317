import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A separate small disk for tests. */
export interface SmallDisk {
  folder: string;
  /** Makes it read-only, as the system does after a fault of the disk, or writable again. */
  setWritable(yes: boolean): void;
  remove(): Promise<void>;
}

/** Mounts a disk of this many bytes, and with room for so many files; undefined if that is not allowed: it needs root on Linux. */
export async function mountSmallDisk(bytes: number, files?: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'small-disk-'));
  const options = files === undefined ? `size=${bytes}` : `size=${bytes},nr_inodes=${files}`;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
  return {
    folder,
    setWritable: (yes) =>
      void execFileSync('mount', ['-o', `remount,${yes ? 'rw' : 'ro'}`, folder], { stdio: 'ignore' }),
    remove: async () => {
      execFileSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true });
    },
  };
}
