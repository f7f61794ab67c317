import { DatabaseUnreachable } from '#kernel/db/failures.ts';
import { DueQueue } from '#kernel/jobs/due-queue.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import type { ReservationRow } from '../reservation.store.ts';
import { applyReservation, failReservation } from './apply-reservation.service.ts';
import { claimDue, millisecondsToNext } from './due.store.ts';

// The number of turns a process takes at a time: requests need connections too.
const workerCount = 4;

// A turn that has taken this long commits, and leaves the others to the next one. Milliseconds.
const turnMs = 200;

const caller = systemCaller('reservation');

/**
 * Applies due reservations, in this process and in others: those of one collection in the order of their times, and
 * collections independently of each other.
 */
class ReservationQueue extends DueQueue<string> {
  protected override readonly millisecondsToNext = millisecondsToNext;
  private readonly workers = new Set<Promise<void>>();

  override async stop(): Promise<void> {
    await super.stop();
    await Promise.all(this.workers);
  }

  /** Starts the workers that are free. */
  protected override async begin(): Promise<void> {
    while (this.workers.size < workerCount && this.goesOn) {
      const worker = this.applyAll()
        .catch(this.jobs.onError)
        .finally(() => this.workers.delete(worker));
      this.workers.add(worker);
    }
  }

  private async applyAll(): Promise<void> {
    let any = false;
    while (this.goesOn && (await this.takeTurn())) any = true;
    if (any) this.pollAgain();
  }

  /** Applies due reservations together in one transaction; false if none is left for now. */
  private async takeTurn(): Promise<boolean> {
    const claimed: ReservationRow[] = [];
    try {
      await this.work.write(caller, async (ctx) => {
        claimed.length = 0;
        const end = performance.now() + turnMs;
        while (this.goesOn && performance.now() < end && (await this.applyNext(ctx, claimed)));
      });
      for (const { cid } of claimed) this.endRest(cid);
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
      if (!this.goesOn) break;
      try {
        await this.work.write(caller, async (ctx) => {
          const [again] = await claimDue(ctx, { only: row.res_idx });
          if (again) await applyReservation(ctx, again);
        });
        this.endRest(row.cid);
      } catch (error) {
        await this.end(row, error);
      }
    }
  }

  /** Stores why a reservation cannot be applied, or leaves its collection alone for a while. */
  private async end(row: ReservationRow, error: unknown): Promise<void> {
    const problem = this.problemOrRest(row.cid, error);
    if (error instanceof DatabaseUnreachable) throw error;
    if (!problem) return;
    try {
      await this.work.write(caller, (ctx) => failReservation(ctx, row, problem));
    } catch (another) {
      this.rest(row.cid);
      throw another;
    }
  }
}

/** Applies reservations while the product runs, from when it starts to listen to changes. */
export function applyReservations(kernel: Kernel): void {
  const queue = new ReservationQueue(kernel, caller);
  kernel.changes.onWake(() => queue.start());
  kernel.app.addHook('preClose', () => queue.stop());
}
