import { setTimeout as sleep } from 'node:timers/promises';
import { isFromDatabase } from '../db/failures.ts';
import type { Context } from '../work/context.ts';
import type { Maintenance } from '../work/maintenance.ts';
import type { Caller, UnitOfWork } from '../work/unit-of-work.ts';
import { type JobProblem, problemOf } from './durable-job.ts';
import type { Jobs } from './jobs.ts';

/** The maximum interval between looks; a process wakes earlier for the next that it knows of. Milliseconds. */
const pollMs = 500;

// The longest time for which something is left alone that fails again and again. Milliseconds.
const longestRestMs = 60_000;

const fault = 'error.job_failed';

/** Applies what is scheduled once it is due, in this process and in others. What fails is known by a `Key`. */
export abstract class DueQueue<Key> {
  protected readonly work: UnitOfWork;
  protected readonly jobs: Jobs;
  /** What failed through no fault of its own, and until when it is left alone. */
  private readonly resting = new Map<Key, { until: number; pauseMs: number }>();
  private readonly caller: Caller;
  private readonly maintenance: Maintenance;
  private stopped = false;
  private polling: Promise<void> | undefined;
  private pause = new AbortController();

  constructor({ work, jobs, maintenance }: { work: UnitOfWork; jobs: Jobs; maintenance: Maintenance }, caller: Caller) {
    this.work = work;
    this.jobs = jobs;
    this.maintenance = maintenance;
    this.caller = caller;
  }

  start(): void {
    this.polling ??= this.poll();
  }

  /** Ends after what is in progress. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.pause.abort();
    await this.polling;
  }

  /** The milliseconds until the next is due, below 0 if one is; null if there is none. */
  protected abstract readonly millisecondsToNext: (ctx: Context) => Promise<number | null>;

  /** Begins to apply what is due. */
  protected abstract begin(): Promise<void>;

  /** Whether more may be applied: not while it stops, nor while the office is only read. */
  protected get goesOn(): boolean {
    return !this.stopped && !this.maintenance.isOn;
  }

  /** Looks at once for what has become due. */
  protected pollAgain(): void {
    this.pause.abort();
  }

  /** The problem if a retry would fail again: a broken rule, or a bug of ours. Undefined if it is left alone for a while. */
  protected problemOrRest(key: Key, error: unknown): JobProblem | undefined {
    const problem = problemOf(error) ?? (isFromDatabase(error) ? undefined : { key: fault });
    if (!problem || problem.key === fault) this.jobs.onError(error);
    if (!problem) this.rest(key);
    return problem;
  }

  /** Leaves it alone, twice as long each time. */
  protected rest(key: Key): void {
    const pauseMs = Math.min((this.resting.get(key)?.pauseMs ?? pollMs / 2) * 2, longestRestMs);
    this.resting.set(key, { until: performance.now() + pauseMs, pauseMs });
  }

  protected endRest(key: Key): void {
    this.resting.delete(key);
  }

  protected atRest(): Key[] {
    const now = performance.now();
    return [...this.resting].filter(([, { until }]) => until > now).map(([key]) => key);
  }

  private async poll(): Promise<void> {
    while (!this.stopped) {
      this.pause = new AbortController();
      const pauseMs = await this.beginDue().catch((error: unknown) => {
        this.jobs.onError(error);
        return pollMs;
      });
      await sleep(pauseMs, undefined, { signal: this.pause.signal }).catch(() => undefined);
    }
  }

  /** Begins if anything is due, and returns the milliseconds until the next poll. */
  private async beginDue(): Promise<number> {
    if (!this.goesOn) return pollMs;
    const inMs = await this.work.read(this.caller, this.millisecondsToNext);
    if (inMs === null || inMs > 0) return Math.min(Math.ceil(inMs ?? pollMs), pollMs);
    await this.begin();
    return pollMs;
  }
}
