import { sql } from 'kysely';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { takenBack } from '#kernel/changesets/plan.ts';
import { problemOf } from '#kernel/jobs/durable-job.ts';
import type { Context } from '#kernel/work/context.ts';
import { findRelease } from '../release.store.ts';
import { applyRelease } from './apply-release.service.ts';

/**
 * Reads what will be at a coming moment, in seconds: applies the releases scheduled until then one after the other, reads,
 * and takes them back. Those that would fail change nothing. `read` gets the names of those applied.
 */
export async function withComingReleases<T>(
  ctx: Context,
  changeSets: ChangeSets,
  until: number,
  read: (ctx: Context, names: string[]) => Promise<T>,
): Promise<T> {
  const { rows: due } = await sql<{ rel_idx: number }>`
    select rel_idx from release where status = 'scheduled' and apply_at <= to_timestamp(${until})
    order by apply_at, rel_idx`.execute(ctx.db);
  return takenBack(ctx, async (quiet) => {
    const names: string[] = [];
    for (const { rel_idx: relIdx } of due) {
      const release = await findRelease(ctx.db, relIdx);
      if (!release) continue;
      await sql`savepoint coming`.execute(ctx.db);
      try {
        await applyRelease(quiet, changeSets, release);
        names.push(release.name);
      } catch (error) {
        if (!problemOf(error)) throw error;
        await sql`rollback to savepoint coming`.execute(ctx.db);
      }
    }
    return read(quiet, names);
  });
}
