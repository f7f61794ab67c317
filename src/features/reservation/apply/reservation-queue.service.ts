import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnreachable, isFromDatabase } from '#kernel/db/failures.ts';
import { type JobProblem, problemOf } from '#kernel/jobs/durable-job.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import type { ReservationRow } from '../reservation.store.ts';
import { applyReservation, failReservation } from './apply-reservation.service.ts';
import { claimDue, millisecondsToNext } from './due.store.ts';

/** The maximum interval between looks; a process wakes earlier for the next reservation it knows of. Milliseconds. */
const pollMs = 500;

// The number of turns a process takes at a time: requests need connections too.
const workerCount = 4;

// A turn that has taken this long commits, and leaves the others to the next one. Milliseconds.
const turnMs = 200;

// The longest time for which a collection is left alone whose change fails again and again. Milliseconds.
const longestRestMs = 60_000;

const caller = systemCaller('reservation');

/**
 * Applies due reservations, in this process and in others: those of one collection in the order of their times, and
 * collections independently of each other.
 */
class ReservationQueue {
  private readonly kernel: Kernel;
  /** Collections whose next change failed through no fault of its own, and until when they are left alone. */
  private readonly resting = new Map<string, { until: number; pauseMs: number }>();
  private readonly workers = new Set<Promise<void>>();
  private polling: Promise<void> | undefined;
  private pause = new AbortController();
  private stopped = false;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  start(): void {
    this.polling ??= this.poll();
  }

  /** Ends after the reservations in progress. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.pause.abort();
    await this.polling;
    await Promise.all(this.workers);
  }

  private async poll(): Promise<void> {
    while (!this.stopped) {
      this.pause = new AbortController();
      const pauseMs = await this.begin().catch((error: unknown) => {
        this.kernel.jobs.onError(error);
        return pollMs;
      });
      await sleep(pauseMs, undefined, { signal: this.pause.signal }).catch(() => undefined);
    }
  }

  /** Starts free workers if a reservation is due, and returns the milliseconds until the next poll. */
  private async begin(): Promise<number> {
    if (this.kernel.maintenance.isOn) return pollMs;
    const inMs = await this.kernel.work.read(caller, millisecondsToNext);
    if (inMs === null || inMs > 0) return Math.min(Math.ceil(inMs ?? pollMs), pollMs);
    while (this.workers.size < workerCount && !this.stopped) {
      const worker = this.applyAll()
        .catch(this.kernel.jobs.onError)
        .finally(() => this.workers.delete(worker));
      this.workers.add(worker);
    }
    return pollMs;
  }

  private async applyAll(): Promise<void> {
    let any = false;
    while (!this.stopped && !this.kernel.maintenance.isOn && (await this.takeTurn())) any = true;
    if (any) this.pause.abort();
  }

  /** Applies due reservations together in one transaction; false if none is left for now. */
  private async takeTurn(): Promise<boolean> {
    const claimed: ReservationRow[] = [];
    try {
      await this.kernel.work.write(caller, async (ctx) => {
        claimed.length = 0;
        const end = performance.now() + turnMs;
        while (!this.stopped && performance.now() < end && (await this.applyNext(ctx, claimed)));
      });
      for (const { cid } of claimed) this.resting.delete(cid);
    } catch (error) {
      const [first, ...others] = claimed;
      // Before one is claimed, the database is the cause.
      if (!first) throw error;
      if (others.length === 0) await this.end(first, error);
      else await this.applyEach(claimed);
    }
    return claimed.length > 0;
  }

  private async applyNext(ctx: Context, claimed: ReservationRow[]): Promise<boolean> {
    const rows = await claimDue(ctx, { except: this.atRest() });
    for (const row of rows) {
      claimed.push(row);
      await applyReservation(ctx, row);
    }
    return rows.length > 0;
  }

  /** Applies each alone, after one of them has undone the work of all. */
  private async applyEach(rows: readonly ReservationRow[]): Promise<void> {
    for (const row of rows) {
      if (this.stopped) break;
      try {
        await this.kernel.work.write(caller, async (ctx) => {
          const [again] = await claimDue(ctx, { only: row.res_idx });
          if (again) await applyReservation(ctx, again);
        });
        this.resting.delete(row.cid);
      } catch (error) {
        await this.end(row, error);
      }
    }
  }

  /** Stores why a reservation cannot be applied, or leaves its collection alone for a while. */
  private async end(row: ReservationRow, error: unknown): Promise<void> {
    const problem = lasting(error);
    if (!problem || problem.key === fault) this.kernel.jobs.onError(error);
    if (!problem) this.rest(row);
    if (error instanceof DatabaseUnreachable) throw error;
    if (!problem) return;
    try {
      await this.kernel.work.write(caller, (ctx) => failReservation(ctx, row, problem));
    } catch (another) {
      this.rest(row);
      throw another;
    }
  }

  private rest({ cid }: ReservationRow): void {
    const pauseMs = Math.min((this.resting.get(cid)?.pauseMs ?? pollMs / 2) * 2, longestRestMs);
    this.resting.set(cid, { until: performance.now() + pauseMs, pauseMs });
  }

  private atRest(): string[] {
    const now = performance.now();
    return [...this.resting].filter(([, { until }]) => until > now).map(([cid]) => cid);
  }
}

const fault = 'error.job_failed';

/** The problem if a retry would fail again: a broken rule, or a bug of ours. Undefined if the database is the cause. */
const lasting = (error: unknown): JobProblem | undefined =>
  problemOf(error) ?? (isFromDatabase(error) ? undefined : { key: fault });

/** Applies reservations while the product runs, from when it starts to listen to changes. */
export function applyReservations(kernel: Kernel): void {
  const queue = new ReservationQueue(kernel);
  kernel.changes.onWake(() => queue.start());
  kernel.app.addHook('preClose', () => queue.stop());
}
