import { rmSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { Failed, Misused } from './failures.ts';

/** Where what an office answers is written: a file, which appears once it is whole, or the standard output. */
export interface Target {
  stream: Writable;
  /** Gives the file its name. */
  keep: () => Promise<void>;
  /** Leaves nothing of it. */
  drop: () => Promise<void>;
}

/**
 * Opens a file to receive what an office answers. Throws {@link Misused} where nothing can be written: it is opened before
 * the office is asked, since that may record what leaves as a delivery.
 */
export async function openTarget(file: string | undefined): Promise<Target> {
  if (file === undefined) return { stream: process.stdout, keep: async () => undefined, drop: async () => undefined };
  // Two processes may receive the same file.
  const part = `${file}.${process.pid}.part`;
  const there = await stat(file).catch(() => undefined);
  if (there?.isDirectory()) throw new Misused(`${file} is a folder: say which file in it.`);
  const opened = await open(part, 'w').catch((error: unknown) => {
    throw new Misused(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  });
  // Ctrl C ends the process at once: no codes stay behind under a name that nobody looks for.
  process.once('exit', () => rmSync(part, { force: true }));
  return {
    stream: opened.createWriteStream(),
    keep: () => rename(part, file),
    drop: async () => {
      await opened.close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

/** What this machine refuses, such as a write to a disk that is full; undefined for any other error. */
export function refusedHere(error: unknown, file?: string): Failed | undefined {
  const { syscall, code, message } = Object(error);
  const isOfFiles = syscall === 'write' || Object(error).path !== undefined;
  if (!isOfFiles || typeof code !== 'string') return undefined;
  return new Failed(`${file ? `${file} cannot be written: ` : ''}${message}`, { code: 'not_written' });
}
