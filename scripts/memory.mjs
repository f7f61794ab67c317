import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './run.mjs';

const memory = '/dev/shm';
const enough = 4 * 2 ** 30;

/** A folder in memory for the tests' database of this clone; undefined where there is none, or too little room. */
export function folderInMemory() {
  if (!fs.existsSync(memory)) return undefined;
  const { bavail, bsize } = fs.statfsSync(memory);
  if (bavail * bsize < enough || os.freemem() < enough) return undefined;
  return path.join(memory, `library-office-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`);
}

/** Removes it, unless another run still uses the server in it. */
export function removeFolder(folder) {
  if (!fs.existsSync(path.join(folder, 'postgres/postmaster.pid'))) fs.rmSync(folder, { recursive: true, force: true });
}
