import { sql } from 'kysely';
import { sqlState } from '../db/failures.ts';
import { commonMessages } from '../messages/common.messages.ts';
import type { Context } from '../work/context.ts';
import { inLanes } from '../work/lanes.rules.ts';
import { lockFilesAgainstSweep, lockFilesForSweep } from './file-owners.ts';
import { fewFiles } from './leave-files.ts';
import { noteLeftFiles } from './left-files.ts';
import { removeFiles } from './remove-files.ts';
import { type Storage, StorageError } from './storage.ts';

/** Where files go that an act took from a record: nobody can open them there, and the sweep removes them after a day. */
export const asidePrefix = 'aside/';

const lanes = 8;

// How long the answer waits for those who are about to refer to files. Milliseconds.
const lockWaitMs = 1000;
const lockTimedOut = '55P03';

/** Those of the given keys that a record refers to. */
type Referenced = (ctx: Context, keys: readonly string[]) => Promise<readonly string[]>;

/**
 * Takes files away from their addresses once the transaction has committed, but keeps them for a day, so that the act can
 * be undone. Those that a record refers to by then stay. More than a few stay where they are for that day.
 */
export async function setAside(
  ctx: Context,
  storage: Storage,
  keys: readonly string[],
  referenced: Referenced,
): Promise<void> {
  if (keys.length === 0) return;
  if (keys.length > fewFiles) return noteLeftFiles(ctx, sql`select unnest(${keys}::text[]) as key`);
  ctx.afterCommit(async (write) => {
    const found = await copied(storage, keys);
    const removing = write(async (later) => {
      await sql`select set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)`.execute(later.db);
      await lockFilesForSweep(later);
      const used = new Set(await referenced(later, found));
      await removeFiles(
        storage,
        found.filter((key) => !used.has(key)),
      );
    });
    // Whoever holds the lock may be about to refer to one of them: they are left to the sweep.
    await removing.catch((error: unknown) => {
      if (sqlState(error) !== lockTimedOut) throw error;
    });
  });
}

/** Copies files aside; returns those that exist. */
async function copied(storage: Storage, keys: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  await inLanes(keys, lanes, async (key) => {
    if (await copyIfThere(storage, key, asidePrefix + key)) found.push(key);
  });
  return found;
}

/**
 * Puts files that an act took back to their addresses, before a record refers to them again; returns those that are there
 * now.
 */
export async function putBack(ctx: Context, storage: Storage, keys: readonly string[]): Promise<string[]> {
  const there: string[] = [];
  await lockFilesAgainstSweep(ctx);
  await inLanes(keys, lanes, async (key) => {
    if ((await storage.stat(key)) || (await copyIfThere(storage, asidePrefix + key, key))) there.push(key);
  });
  return there;
}

/** Those of the files that an act took that are still kept. */
export async function listStored(storage: Storage, keys: readonly string[]): Promise<string[]> {
  const stored: string[] = [];
  await inLanes(keys, lanes, async (key) => {
    if ((await storage.stat(key)) || (await storage.stat(asidePrefix + key))) stored.push(key);
  });
  return stored;
}

/** Refuses if one of the files that an act took is gone. */
export async function requireStored(storage: Storage, keys: readonly string[]): Promise<void> {
  if ((await listStored(storage, keys)).length < keys.length) throw fileGone();
}

/** The refusal to undo what needs a file that is gone. */
export const fileGone = () => commonMessages.error(409, 'undo.file_gone');

async function copyIfThere(storage: Storage, from: string, to: string): Promise<boolean> {
  try {
    await storage.copy(from, to);
    return true;
  } catch (error) {
    if (error instanceof StorageError && error.code === 'storage.not_found') return false;
    throw error;
  }
}
