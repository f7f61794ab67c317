import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Context } from '../context.ts';
import { DatabaseUnreachable } from '../db/database.ts';
import { asPart, systemCaller, type UnitOfWork } from '../unit-of-work.ts';
import { type DueRow, lockBatch, postpone, take } from './due-rows.ts';
import { type JobProblem, problemOf } from './durable-job.ts';

/** The handlers for acts of a kind; both run in the transaction that removes the act's row. */
export interface DueKind {
  /**
   * The act itself. It is done once, by one of the running instances, even if none was running when it fell due. Keep
   * it short: other due acts may share its transaction.
   */
  run(ctx: Context, key: string): Promise<void>;
  /**
   * Called if the act broke a rule, or kept failing by a fault of ours: it left nothing behind and is not retried. Stores
   * the reason in the record.
   */
  failed(ctx: Context, key: string, problem: JobProblem): Promise<void>;
}

interface DueParts {
  work: UnitOfWork;
  /** Called for faults and lost database connections; due acts are retried. */
  onError: (error: unknown) => void;
}

/** The maximum interval between checks; a process wakes earlier for the next act it knows of. Milliseconds. */
const lookMs = 500;

// The number of batches a process runs at a time: requests need connections too.
const places = 4;

// A batch that has taken this long commits, and leaves its other acts to the next one. Milliseconds.
const batchMs = 200;

const caller = systemCaller('due');

/** Scheduled acts: each falls due at a time, by the clock of the contexts. */
export class DueActs {
  private readonly parts: DueParts;
  private readonly kinds = new Map<string, DueKind>();
  private readonly workers = new Set<Promise<void>>();
  private looking: Promise<void> | undefined;
  private pause = new AbortController();
  private stopped = false;

  constructor(parts: DueParts) {
    this.parts = parts;
  }

  /** Declares the handlers for acts of a kind. Called while features register, before {@link start}. */
  define(kind: string, handler: DueKind): void {
    this.kinds.set(kind, handler);
  }

  /** Schedules an act in the caller's transaction; one already scheduled is moved to this time. */
  async at(ctx: Context, kind: string, key: string | number, time: Date): Promise<void> {
    const at = time.toISOString();
    await ctx.db
      .insertInto('due')
      .values({ kind, key: String(key), at })
      .onConflict((conflict) => conflict.constraint('due__key').doUpdateSet({ at }))
      .execute();
  }

  /** Cancels an act; false if there is none or it has just been done: this waits for an act in progress. */
  async cancel(ctx: Context, kind: string, key: string | number): Promise<boolean> {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('due')
      .where('kind', '=', kind)
      .where('key', '=', String(key))
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0;
  }

  start(): void {
    if (this.kinds.size > 0) this.looking ??= this.look();
  }

  /** Stops checking, after the acts in progress. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.pause.abort();
    await this.looking;
    await Promise.all(this.workers);
  }

  private async look(): Promise<void> {
    while (!this.stopped) {
      this.pause = new AbortController();
      const pauseMs = await this.beginDue().catch((error: unknown) => {
        this.parts.onError(error);
        return lookMs;
      });
      await sleep(pauseMs, undefined, { signal: this.pause.signal }).catch(() => undefined);
    }
  }

  /** Starts free workers on due acts, and returns the milliseconds until the next check. */
  private async beginDue(): Promise<number> {
    const inMs = await this.parts.work.read(caller, async (ctx) => {
      const { rows } = await sql<{ ms: number }>`
        select extract(epoch from at - ${ctx.now.toISOString()}::timestamptz)::float8 * 1000 as ms
        from due where kind = any(${[...this.kinds.keys()]}) order by at limit 1`.execute(ctx.db);
      return rows[0]?.ms ?? lookMs;
    });
    if (inMs > 0) return Math.min(Math.ceil(inMs), lookMs);
    while (this.workers.size < places && !this.stopped) {
      const worker = this.doDue().finally(() => this.workers.delete(worker));
      this.workers.add(worker);
    }
    return lookMs;
  }

  private async doDue(): Promise<void> {
    try {
      let any = false;
      while (!this.stopped && (await this.doBatch())) any = true;
      if (any) this.pause.abort();
    } catch (error) {
      this.parts.onError(error);
    }
  }

  /**
   * Does the acts that have been due longest, together in one transaction; false if none is left for now. If the
   * transaction fails as a whole, each act is retried alone.
   */
  private async doBatch(): Promise<boolean> {
    let rows: DueRow[] = [];
    try {
      await this.parts.work.write(caller, async (ctx) => {
        rows = await lockBatch(ctx, [...this.kinds.keys()]);
        const end = performance.now() + batchMs;
        for (const row of rows) {
          await this.doOne(ctx, row);
          if (this.stopped || performance.now() > end) break;
        }
      });
    } catch (error) {
      if (rows.length === 0) throw error;
      return this.doEach(rows);
    }
    return rows.length > 0;
  }

  /** Does each act alone; false if one has to be retried later. Throws if the database is gone. */
  private async doEach(rows: readonly DueRow[]): Promise<boolean> {
    const { work, onError } = this.parts;
    let allEnded = true;
    for (const row of rows) {
      if (this.stopped) break;
      try {
        await work.write(caller, (ctx) => this.doOne(ctx, row));
      } catch (error) {
        onError(error);
        allEnded = false;
        // If this fails too, the act was not the cause.
        await work.read(caller, (ctx) => sql`select`.execute(ctx.db));
      }
    }
    return allEnded;
  }

  private async doOne(ctx: Context, row: DueRow): Promise<void> {
    try {
      await asPart(ctx, async (part) => {
        if (await take(part, row)) await this.kinds.get(row.kind)?.run(part, row.key);
      });
    } catch (error) {
      const problem = lasting(error);
      if (!problem) throw error;
      if (problem.key === fault) this.parts.onError(error);
      await this.tell(ctx, row, problem);
    }
  }

  private async tell(ctx: Context, row: DueRow, problem: JobProblem): Promise<void> {
    try {
      await asPart(ctx, async (part) => {
        if (await take(part, row)) await this.kinds.get(row.kind)?.failed(part, row.key, problem);
      });
    } catch (error) {
      if (!lasting(error)) throw error;
      this.parts.onError(error);
      await postpone(ctx, row);
    }
  }
}

const fault = 'error.job_failed';

/** The problem if a retry would fail again: a broken rule, or a bug of ours. Undefined if the database is gone. */
function lasting(error: unknown): JobProblem | undefined {
  const away = error instanceof DatabaseUnreachable || error instanceof pg.DatabaseError;
  return problemOf(error) ?? (away ? undefined : { key: fault });
}
