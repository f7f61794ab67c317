import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { configFolder, replaceFile } from './account.ts';
import { Misused } from './failures.ts';

/** What makes a command the same as an earlier one: the office, what is done, and with what. */
export type Deed = readonly (string | number | boolean | null)[];

/** The name of a deed, which is also the key under which an office does it once. */
export const keyOfDeed = (deed: Deed): string => createHash('sha256').update(JSON.stringify(deed)).digest('hex');

const fileOf = (deed: Deed) => path.join(configFolder(), 'receipts', `${keyOfDeed(deed)}.json`);

/**
 * What an earlier run of the same command left: the number under which the office knows the work. What became of it is
 * asked of the office. A file for each deed, so that two processes never write the same one.
 */
export async function findReceipt<T>(deed: Deed): Promise<T | undefined> {
  const text = await readFile(fileOf(deed), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text).of;
  } catch {
    return undefined;
  }
}

/** Keeps the number of a deed, as soon as there is one. */
export async function keepReceipt(deed: Deed, of: unknown): Promise<void> {
  await mkdir(path.dirname(fileOf(deed)), { recursive: true, mode: 0o700 });
  await replaceFile(fileOf(deed), `${JSON.stringify({ deed, of }, null, 2)}\n`);
}

/** Forgets a deed, because the office knows it no more or it was undone. */
export const dropReceipt = (deed: Deed): Promise<void> => rm(fileOf(deed), { force: true });

/** The SHA-256 of a file. Throws {@link Misused} if it cannot be read. */
export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    throw new Misused(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return hash.digest('hex');
}
