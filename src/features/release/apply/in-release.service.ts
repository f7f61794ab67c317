import { sql } from 'kysely';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { takenBack } from '#kernel/changesets/plan.ts';
import type { Context } from '#kernel/work/context.ts';
import { listChanges } from '../changes/change.store.ts';
import { isOpen } from '../release.rules.ts';
import { releaseKind } from '../release-record.service.ts';
import { makeChanges } from './apply-release.service.ts';

// A preview does not wait for those who are changing the same records for longer than this. Milliseconds.
const lockWaitMs = 1000;

/** The name of a release; undefined if there is none. */
export const releaseName = async (ctx: Context, relIdx: number): Promise<string | undefined> =>
  (await releaseKind.find(ctx, relIdx))?.name;

/**
 * Reads what will be once a release is applied: makes its changes in the caller's transaction, reads, and takes them
 * back. One that is over is as it is now.
 */
export async function inRelease<T>(
  ctx: Context,
  changeSets: ChangeSets,
  relIdx: number,
  read: (ctx: Context) => Promise<T>,
): Promise<T> {
  const release = await releaseKind.find(ctx, relIdx);
  if (!release || !isOpen(release.status)) return read(ctx);
  await sql`select set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)`.execute(ctx.db);
  const changes = await listChanges(ctx.db, { rel_idx: relIdx });
  return takenBack(ctx, async (quiet) => {
    await makeChanges(quiet, changeSets, release, changes);
    return read(quiet);
  });
}
