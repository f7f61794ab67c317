import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

// What commands make; it says nothing of the sources.
const made = new Set(['.cache', '.git', 'data', 'dist', 'node_modules', 'release', 'test-results']);

/** The files of the project, or of one of its folders, that were not made from others; always in the same order. */
export function sourcesIn(folder = '') {
  const names = fs.readdirSync(path.join(root, folder)).toSorted();
  return names.flatMap((one) => {
    const name = path.posix.join(folder, one);
    const kind = fs.lstatSync(path.join(root, name));
    if (made.has(name)) return [];
    return kind.isDirectory() ? sourcesIn(name) : kind.isFile() ? [name] : [];
  });
}

/** Hashes contents, not times: a fresh checkout of the same sources has the same hash. */
export function contentHash(names, salt = '') {
  const hash = createHash('sha256').update(salt);
  for (const name of names) hash.update(`\n${name}\n`).update(fs.readFileSync(path.join(root, name)));
  return hash.digest('hex');
}

/** Whether a stamp says that something was done for this hash. */
export const isStamped = (stamp, hash) => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash;

/** Stamps what was done. */
export function writeStamp(stamp, hash) {
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
  fs.writeFileSync(stamp, hash);
}
