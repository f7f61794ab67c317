import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './run.mjs';

const memory = '/dev/shm';
// Several times the tests' peak usage. Bytes.
const enough = 4 * 2 ** 30;

/**
 * An in-memory folder for everything the tests of this clone write, above all their databases; undefined if there is no
 * in-memory file system, or too little free memory.
 */
export function folderInMemory() {
  if (!fs.existsSync(memory)) return undefined;
  const { bavail, bsize } = fs.statfsSync(memory);
  if (bavail * bsize < enough || os.freemem() < enough) return undefined;
  const clone = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const folder = path.join(memory, `library-office-${clone}`);
  fs.mkdirSync(folder, { recursive: true });
  // As /tmp is: some tests run the product as another user.
  fs.chmodSync(folder, 0o1777);
  return folder;
}

/** Removes the folder, unless another run is still using the database in it. */
export function removeFolder(folder) {
  if (fs.existsSync(path.join(folder, 'postgres/postmaster.pid'))) return;
  try {
    fs.rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    // Leftovers of a killed test, such as a mounted disk, are not a failure of the tests that ran.
    console.error(`${folder} could not be removed: ${error.message}`);
  }
}
