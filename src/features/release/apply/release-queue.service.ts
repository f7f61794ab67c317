import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseUnreachable, isFromDatabase } from '#kernel/db/failures.ts';
import { type JobProblem, problemOf } from '#kernel/jobs/durable-job.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { lockRelease, type StoredRelease } from '../release.store.ts';
import { applyRelease, failRelease } from './apply-release.service.ts';

/** The maximum interval between looks; a process wakes earlier for the next release it knows of. Milliseconds. */
const pollMs = 500;

// The longest time for which a release is left alone that cannot be applied through no fault of its own. Milliseconds.
const longestRestMs = 60_000;

const caller = systemCaller('release');

/**
 * Applies due releases one after the other, in the order of their times, in whichever process comes first. Each is a
 * transaction of its own: a process that dies leaves it as it was, for another one.
 */
class ReleaseQueue {
  private readonly kernel: Kernel;
  private readonly resting = new Map<number, { until: number; pauseMs: number }>();
  private polling: Promise<void> | undefined;
  private pause = new AbortController();
  private stopped = false;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  start(): void {
    this.polling ??= this.poll();
  }

  /** Ends after the release in progress. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.pause.abort();
    await this.polling;
  }

  private async poll(): Promise<void> {
    while (!this.stopped) {
      this.pause = new AbortController();
      const pauseMs = await this.run().catch((error: unknown) => {
        this.kernel.jobs.onError(error);
        return pollMs;
      });
      await sleep(pauseMs, undefined, { signal: this.pause.signal }).catch(() => undefined);
    }
  }

  /** Applies what is due, and returns the milliseconds until the next look. */
  private async run(): Promise<number> {
    if (this.kernel.maintenance.isOn) return pollMs;
    const inMs = await this.kernel.work.read(caller, millisecondsToNext);
    if (inMs === null || inMs > 0) return Math.min(Math.ceil(inMs ?? pollMs), pollMs);
    while (!this.stopped && !this.kernel.maintenance.isOn && (await this.applyNext()));
    return pollMs;
  }

  /** Applies the next due release; false if there is none, or another process is at it. */
  private async applyNext(): Promise<boolean> {
    let claimed: StoredRelease | undefined;
    try {
      await this.kernel.work.write(caller, async (ctx) => {
        claimed = await claimDue(ctx, this.atRest());
        if (claimed) await applyRelease(ctx, this.kernel.releasables, claimed);
      });
    } catch (error) {
      // Before one is claimed, the database is the cause.
      if (!claimed) throw error;
      await this.end(claimed, error);
    }
    if (claimed) this.resting.delete(claimed.rel_idx);
    return claimed !== undefined;
  }

  /** Stores why a release cannot be applied, or leaves it alone for a while. */
  private async end(release: StoredRelease, error: unknown): Promise<void> {
    const problem = lasting(error);
    if (!problem || problem.key === fault) this.kernel.jobs.onError(error);
    if (!problem) this.rest(release);
    if (error instanceof DatabaseUnreachable || !problem) throw error;
    await this.kernel.work.write(caller, (ctx) => failRelease(ctx, release, problem));
  }

  private rest({ rel_idx: relIdx }: StoredRelease): void {
    const pauseMs = Math.min((this.resting.get(relIdx)?.pauseMs ?? pollMs / 2) * 2, longestRestMs);
    this.resting.set(relIdx, { until: performance.now() + pauseMs, pauseMs });
  }

  private atRest(): number[] {
    const now = performance.now();
    return [...this.resting].filter(([, { until }]) => until > now).map(([relIdx]) => relIdx);
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

const fault = 'error.job_failed';

/** The problem if a retry would fail again: a broken rule, or a bug of ours. Undefined if the database is the cause. */
const lasting = (error: unknown): JobProblem | undefined =>
  problemOf(error) ?? (isFromDatabase(error) ? undefined : { key: fault });

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
