import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, open, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The id under which the audit trail tells of rotations. */
export const secretKey = 'secret';

// How long a rotation may go unnoticed by a running process. Milliseconds.
const rereadAfterMs = 1000;

/**
 * The secrets of this installation, one per line of `DATA_DIR/secret`, which is created on first use. The first signs and
 * seals; the others, until they are retired, only check and open what was signed and sealed before. Keys are derived from
 * them, one per purpose.
 */
export interface Secrets {
  /** The newest first; at least one. A rotation is noticed within a second. */
  all(): readonly string[];
}

/** Opens the secrets of an installation. */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const file = secretFile(dataDir);
  let known = secretsIn((await stored(file)) ?? (await made(file)));
  let readAt = performance.now();
  return {
    all() {
      if (performance.now() - readAt < rereadAfterMs) return known;
      readAt = performance.now();
      try {
        known = secretsIn(readFileSync(file, 'utf8'));
      } catch {
        // What was read before still holds.
      }
      return known;
    },
  };
}

const secretFile = (dataDir: string) => path.join(dataDir, 'secret');
const secretsIn = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);
const newSecret = () => randomBytes(48).toString('base64url');

/**
 * Puts a new secret in front, in two steps, so that no process meets what was sealed with a secret it does not know yet.
 * `pause` waits until every process has read the file again.
 */
export async function rotateSecrets(dataDir: string, pause: (ms: number) => Promise<unknown>): Promise<void> {
  const before = (await openSecrets(dataDir)).all();
  const fresh = newSecret();
  await replaceSecrets(dataDir, [...before, fresh]);
  await pause(2 * rereadAfterMs);
  await replaceSecrets(dataDir, [fresh, ...before]);
  await pause(2 * rereadAfterMs);
}

/** Removes all secrets but the newest; returns how many there were. */
export async function retireSecrets(dataDir: string): Promise<number> {
  const [newest = '', ...older] = (await openSecrets(dataDir)).all();
  if (older.length > 0) await replaceSecrets(dataDir, [newest]);
  return older.length;
}

// The file is complete at any time, and on the disk before anything depends on it.
async function replaceSecrets(dataDir: string, secrets: readonly string[]): Promise<void> {
  const file = secretFile(dataDir);
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${secrets.join('\n')}\n`);
    await handle.sync();
    // The instances run as another user than a root who rotates it.
    const { uid, gid } = await stat(file);
    if (process.getuid?.() === 0) await handle.chown(uid, gid);
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

const stored = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });

// Two processes may start at once: the first to link wins, and a file with this name is always complete.
async function made(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, newSecret(), { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(file, 'utf8');
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;
