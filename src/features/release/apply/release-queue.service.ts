import { sql } from 'kysely';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { recordsIn } from '#kernel/changesets/coming.ts';
import type { ScheduledSets } from '#kernel/changesets/due-sets.ts';
import type { Context } from '#kernel/work/context.ts';
import { comingChanges, listChanges } from '../changes/change.store.ts';
import { columns, listDue, type StoredRelease } from '../release.store.ts';
import { releaseKind } from '../release-record.service.ts';
import { applyRelease } from './apply-release.service.ts';

/** Releases as the queue applies them: one after the other, each in a transaction of its own. */
export const releaseSets = (changeSets: ChangeSets): ScheduledSets<StoredRelease> => ({
  stored: releaseKind,
  coming: comingChanges,
  workers: 1,
  turnMs: 0,
  records: async (ctx, { rel_idx: relIdx }) => recordsIn(await listChanges(ctx.db, { rel_idx: relIdx })),
  lane: ({ rel_idx: relIdx }) => String(relIdx),
  // A published book is seen in collections, roadmaps and its series.
  reaching: (ctx, until) => listDue(ctx.db, until),
  title: ({ name }) => name,
  claim: claimDue,
  apply: async (ctx, release) => {
    await applyRelease(ctx, changeSets, release);
    return undefined;
  },
  failed: (ctx, { rel_idx: relIdx }) => ctx.changed('release.failed', relIdx),
});

/** Locks the release that has been due longest. One process at a time applies releases, so that they keep their order. */
async function claimDue(
  ctx: Context,
  { except, only }: { except: readonly string[]; only?: StoredRelease },
): Promise<StoredRelease[]> {
  const { rows: locks } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('release.queue')) as mine`.execute(ctx.db);
  if (!locks[0]?.mine) return [];
  const { rows } = await sql<StoredRelease>`
    select ${columns} from release r
    where status = 'scheduled' and awaits is null and apply_at <= ${ctx.now.toISOString()}
      and rel_idx::text <> all(${except}::text[])
      and (${only?.rel_idx ?? null}::integer is null or rel_idx = ${only?.rel_idx ?? null})
    order by apply_at, rel_idx limit 1 for update`.execute(ctx.db);
  return rows;
}
