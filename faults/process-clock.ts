import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { haveProgram } from '#test/debian.ts';

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** An adjustable clock of a process and its children. */
export interface ProcessClock {
  /** The environment variables the process needs. */
  readonly environment: Record<string, string>;
  /** Sets it to this offset from the true time. */
  set(seconds: number): Promise<void>;
  remove(): Promise<void>;
}

/** Uses Debian's libfaketime; undefined if it is not available. */
export async function processClock(): Promise<ProcessClock | undefined> {
  if (!(await haveProgram(['faketime', '--version'], ['faketime']))) return undefined;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clock-'));
  // The process may run as a different user.
  await chmod(folder, 0o755);
  const file = path.join(folder, 'time');
  const set = (seconds: number) => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  await set(0);
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // Elapsed time comes from the monotonic clock, which is never set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
    },
    set,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
