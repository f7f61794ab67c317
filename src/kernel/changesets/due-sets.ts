import { DatabaseUnreachable, isFromDatabase } from '../db/failures.ts';
import { type JobProblem, problemOf } from '../jobs/durable-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { doublingWait } from '../jobs/waits.rules.ts';
import { ApprovalNeeded } from '../work/approval-needed.ts';
import type { Context } from '../work/context.ts';
import type { Maintenance } from '../work/maintenance.ts';
import { systemCaller, type UnitOfWork } from '../work/unit-of-work.ts';
import {
  type ComingQueries,
  type ComingQuery,
  type ComingSet,
  listComingValues,
  type RecordsOfKind,
} from './coming.ts';
import { failScheduled, findMillisecondsToNext } from './due.store.ts';
import type { StoredSet, StoredSets } from './stored-sets.ts';

/** Change sets with a time, as their feature stores them. */
export interface ScheduledSets<Row extends StoredSet> {
  /** How they are stored. Their entity is also who applies them in the trail. */
  stored: Pick<StoredSets<Row>, 'entity' | 'key' | 'id' | 'find' | 'partOf'>;
  /** What those that wait for their time set. */
  coming: ComingQuery;
  /** How many transactions a process has at a time, and for how long each goes on to the next one. Milliseconds. */
  workers: number;
  turnMs: number;
  /** The records it changes. */
  records(ctx: Context, row: Row): Promise<RecordsOfKind[]>;
  /** What is left alone for a while if it cannot be applied for reasons outside it, such as a lock. */
  lane(row: Row): string;
  /** Those due by a time, in seconds, if what they change is seen in other records. */
  reaching?(ctx: Context, until: number): Promise<Row[]>;
  title?(row: Row): string;
  /**
   * Locks some that are due, the longest due first, skipping what others hold and the lanes in `except`; with `only`, that
   * row or nothing.
   */
  claim(ctx: Context, wanted: { except: readonly string[]; only?: Row }): Promise<Row[]>;
  /** Applies a claimed one in the same transaction: whole, or it throws. Returns why that is not right any more, if so. */
  apply(ctx: Context, row: Row): Promise<JobProblem | undefined>;
  /** Told when one is marked as failed. */
  failed?(ctx: Context, row: Row): void;
}

// How long a lane is left alone that fails again and again. Milliseconds.
const restMs = { first: 500, longest: 60_000 };

const fault = 'error.job_failed';

/** What a queue needs of the product. */
export interface Parts {
  work: UnitOfWork;
  jobs: Jobs;
  maintenance: Maintenance;
}

/** What the sets of one feature ask of the queue they are part of. */
interface Queue {
  goesOn(): boolean;
  pollAgain(): void;
  isAnotherDue(ctx: Context): Promise<boolean>;
  coming: ComingQueries;
}

/** The scheduled sets of one feature, in the queue of all. */
export class DueSets<Row extends StoredSet> {
  readonly source: string;
  private readonly sets: ScheduledSets<Row>;
  private readonly parts: Parts;
  private readonly caller: ReturnType<typeof systemCaller>;
  private readonly queue: Queue;
  private readonly workers = new Set<Promise<void>>();
  /** What failed through no fault of its own, and until when it is left alone. */
  private readonly resting = new Map<string, { until: number; failures: number }>();

  constructor(sets: ScheduledSets<Row>, parts: Parts, queue: Queue) {
    this.sets = sets;
    this.source = sets.stored.entity;
    this.parts = parts;
    this.queue = queue;
    this.caller = systemCaller(this.source);
  }

  private setOf(row: Row): number {
    return Number(this.sets.stored.id(row));
  }

  /** As for {@link findMillisecondsToNext}. */
  readonly millisecondsToNext = (ctx: Context): Promise<number | null> => findMillisecondsToNext(ctx, this.source);

  /** Those due by a time whose changes are seen in other records too. */
  async reaching(ctx: Context, until: number): Promise<ComingSet[]> {
    const rows = (await this.sets.reaching?.(ctx, until)) ?? [];
    return rows.map((row) => ({
      source: this.source,
      set: this.setOf(row),
      title: this.sets.title?.(row) ?? null,
      apply_at: row.apply_at,
    }));
  }

  /** Applies one that is not claimed, where it will be taken back; false if that is not right any more. */
  async applyOne(ctx: Context, set: number): Promise<boolean> {
    const row = await this.sets.stored.find(ctx, set);
    return row !== undefined && (await this.sets.apply(ctx, row)) === undefined;
  }

  /** Begins if anything is due; otherwise returns the milliseconds until something is. */
  async beginDue(): Promise<number> {
    try {
      const inMs = await this.parts.work.read(this.caller, this.millisecondsToNext);
      if (inMs === null) return Infinity;
      if (inMs > 0) return Math.ceil(inMs);
      this.begin();
    } catch (error) {
      this.parts.jobs.onError(error);
    }
    return Infinity;
  }

  async ended(): Promise<void> {
    await Promise.all(this.workers);
  }

  /** Starts the workers that are free. */
  private begin(): void {
    while (this.workers.size < this.sets.workers && this.queue.goesOn()) {
      const worker = this.applyAll()
        .catch(this.parts.jobs.onError)
        .finally(() => this.workers.delete(worker));
      this.workers.add(worker);
    }
  }

  private async applyAll(): Promise<void> {
    let any = false;
    while (this.queue.goesOn() && (await this.takeTurn())) any = true;
    if (any) this.queue.pollAgain();
  }

  /** Applies due sets together in one transaction; false if none is left for now. */
  private async takeTurn(): Promise<boolean> {
    const claimed: Row[] = [];
    try {
      await this.parts.work.write(this.caller, async (ctx) => {
        claimed.length = 0;
        const end = performance.now() + this.sets.turnMs;
        const left = this.atRest();
        // What is due by now is so for the whole turn; once nothing of others is left, nothing comes.
        let isAnotherDue = true;
        do {
          const rows = await this.sets.claim(ctx, { except: left });
          if (rows.length === 0) break;
          isAnotherDue &&= await this.queue.isAnotherDue(ctx);
          const waiting = isAnotherDue ? await this.waiting(ctx, rows) : [];
          left.push(...waiting.map((row) => this.sets.lane(row)));
          for (const row of rows.filter((one) => !waiting.includes(one))) {
            claimed.push(row);
            await this.apply(ctx, row);
          }
        } while (this.queue.goesOn() && performance.now() < end);
      });
      for (const row of claimed) this.resting.delete(this.sets.lane(row));
    } catch (error) {
      const [first, ...others] = claimed;
      // Before one is claimed, the database is the cause.
      if (first === undefined) throw error;
      if (others.length === 0) await this.end(first, error);
      else await this.applyEach(claimed);
    }
    return claimed.length > 0;
  }

  private async apply(ctx: Context, row: Row): Promise<void> {
    const problem = await this.sets.apply(ctx, row);
    if (problem) await this.fail(ctx, row, problem);
  }

  /** Stores why a set could not be applied, unless somebody has changed it meanwhile. */
  private async fail(ctx: Context, row: Row, problem: JobProblem): Promise<void> {
    const { entity, key } = this.sets.stored;
    const id = this.setOf(row);
    if (!(await failScheduled(ctx, { table: entity, key, id, version: row.version }, problem))) return;
    ctx.audit({
      entity,
      id,
      action: `${entity}.failed`,
      before: { status: 'scheduled' },
      after: { status: 'failed', problem: problem.key },
      of: this.sets.stored.partOf?.(row),
    });
    ctx.changed(entity, id);
    this.sets.failed?.(ctx, row);
  }

  /** Those that wait for sets of other features which are due before them and change the same records. */
  private async waiting(ctx: Context, rows: readonly Row[]): Promise<Row[]> {
    const waiting: Row[] = [];
    const { source } = this;
    for (const row of rows) {
      const set = this.setOf(row);
      const of = await this.sets.records(ctx, row);
      const earlier = await listComingValues(ctx, this.queue.coming, of, {
        apply_at: row.apply_at,
        before: { source, set },
      });
      if (earlier.some((one) => one.source !== source)) waiting.push(row);
    }
    return waiting;
  }

  /** Applies each alone, after one of them has undone the work of all. */
  private async applyEach(rows: readonly Row[]): Promise<void> {
    for (const only of rows) {
      if (!this.queue.goesOn()) break;
      try {
        await this.parts.work.write(this.caller, async (ctx) => {
          const [again] = await this.sets.claim(ctx, { except: [], only });
          if (again !== undefined) await this.apply(ctx, again);
        });
        this.resting.delete(this.sets.lane(only));
      } catch (error) {
        await this.end(only, error);
      }
    }
  }

  /** Leaves a set that another person has to approve until they have. */
  private async await(row: Row, needed: ApprovalNeeded): Promise<void> {
    const { entity, key } = this.sets.stored;
    await this.parts.work.write(this.caller, (ctx) => needed.store(ctx, { entity, key, id: this.setOf(row) }));
  }

  /** Stores why a set cannot be applied, or leaves its lane alone for a while. */
  private async end(row: Row, error: unknown): Promise<void> {
    if (error instanceof ApprovalNeeded) return this.await(row, error);
    const problem = this.problemOf(error);
    if (!problem) this.rest(this.sets.lane(row));
    if (error instanceof DatabaseUnreachable) throw error;
    if (!problem) return;
    try {
      await this.parts.work.write(this.caller, (ctx) => this.fail(ctx, row, problem));
    } catch (another) {
      this.rest(this.sets.lane(row));
      throw another;
    }
  }

  /** The problem if a retry would fail again: a broken rule, or a bug of ours. */
  private problemOf(error: unknown): JobProblem | undefined {
    const problem = problemOf(error) ?? (isFromDatabase(error) ? undefined : { key: fault });
    if (!problem || problem.key === fault) this.parts.jobs.onError(error);
    return problem;
  }

  /** Leaves a lane alone, twice as long each time. */
  private rest(lane: string): void {
    const failures = (this.resting.get(lane)?.failures ?? 0) + 1;
    this.resting.set(lane, { until: performance.now() + doublingWait(failures, restMs), failures });
  }

  private atRest(): string[] {
    const now = performance.now();
    return [...this.resting].filter(([, { until }]) => until > now).map(([lane]) => lane);
  }
}
