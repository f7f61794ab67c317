import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The secret of this installation: 64 random characters in `DATA_DIR/secret`, created on first use. It signs the grants
 * of the directory storage; other keys are derived from it, one per purpose.
 */
export async function installationSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret');
  return (await stored(file)) ?? made(file);
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
  await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
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
