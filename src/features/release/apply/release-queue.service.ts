import { sql } from 'kysely';
import { DatabaseUnreachable } from '#kernel/db/failures.ts';
import { DueQueue } from '#kernel/jobs/due-queue.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { lockRelease, type StoredRelease } from '../release.store.ts';
import { applyRelease, failRelease } from './apply-release.service.ts';

const caller = systemCaller('release');

/**
 * Applies due releases one after the other, in the order of their times, in whichever process comes first. Each is a
 * transaction of its own: a process that dies leaves it as it was, for another one.
 */
class ReleaseQueue extends DueQueue<number> {
  protected override readonly millisecondsToNext = millisecondsToNext;
  private readonly releasables: Kernel['releasables'];

  constructor(kernel: Kernel) {
    super(kernel, caller);
    this.releasables = kernel.releasables;
  }

  protected override async begin(): Promise<void> {
    while (this.goesOn && (await this.applyNext()));
  }

  /** Applies the next due release; false if there is none, or another process is at it. */
  private async applyNext(): Promise<boolean> {
    let claimed: StoredRelease | undefined;
    try {
      await this.work.write(caller, async (ctx) => {
        claimed = await claimDue(ctx, this.atRest());
        if (claimed) await applyRelease(ctx, this.releasables, claimed);
      });
    } catch (error) {
      // Before one is claimed, the database is the cause.
      if (!claimed) throw error;
      await this.end(claimed, error);
    }
    if (claimed) this.endRest(claimed.rel_idx);
    return claimed !== undefined;
  }

  /** Stores why a release cannot be applied, or leaves it alone for a while. */
  private async end(release: StoredRelease, error: unknown): Promise<void> {
    const problem = this.problemOrRest(release.rel_idx, error);
    if (error instanceof DatabaseUnreachable || !problem) throw error;
    await this.work.write(caller, (ctx) => failRelease(ctx, release, problem));
  }
}

/** The milliseconds until the next scheduled release is due, below 0 if one is; null if there is none. */
async function millisecondsToNext(ctx: Context): Promise<number | null> {
  const { rows } = await sql<{ ms: number }>`
    select extract(epoch from apply_at - ${ctx.now.toISOString()}::timestamptz)::float8 * 1000 as ms
    from release where status = 'scheduled' order by apply_at limit 1`.execute(ctx.db);
  return rows[0]?.ms ?? null;
}

/** Locks the release that has been due longest. One process at a time applies releases, so that they keep their order. */
async function claimDue(ctx: Context, except: readonly number[]): Promise<StoredRelease | undefined> {
  const { rows: locks } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('release.queue')) as mine`.execute(ctx.db);
  if (!locks[0]?.mine) return undefined;
  const { rows } = await sql<{ rel_idx: number }>`
    select rel_idx from release
    where status = 'scheduled' and apply_at <= ${ctx.now.toISOString()} and rel_idx <> all(${except}::integer[])
    order by apply_at, rel_idx limit 1 for update`.execute(ctx.db);
  const [next] = rows;
  return next && lockRelease(ctx.db, next.rel_idx);
}

// How late a release may be before it counts as overdue. Seconds.
const overdueAfter = 5;

/** How many scheduled releases should have been applied by now. */
export async function countOverdue(db: Context['db']): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from release
    where status = 'scheduled' and apply_at < now() - make_interval(secs => ${overdueAfter})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Applies releases while the product runs, from when it starts to listen to changes. */
export function applyReleases(kernel: Kernel): void {
  const queue = new ReleaseQueue(kernel);
  kernel.changes.onWake(() => queue.start());
  kernel.app.addHook('preClose', () => queue.stop());
}
