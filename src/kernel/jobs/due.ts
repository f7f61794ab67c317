import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Context } from '../context.ts';
import { DatabaseUnreachable } from '../db/database.ts';
import { systemCaller, type UnitOfWork } from '../unit-of-work.ts';
import { type JobProblem, problemOf } from './durable-job.ts';

/** Who does the acts of a kind; both run in one transaction with the end of the row that called for them. */
export interface DueKind {
  /** The act itself. It is done once, by one of the instances that run, also when none ran at its time. */
  run(ctx: Context, key: string): Promise<void>;
  /** The act broke a rule, left nothing behind, and is not tried again: the record says why. */
  failed(ctx: Context, key: string, problem: JobProblem): Promise<void>;
}

interface DueParts {
  work: UnitOfWork;
  /** Hears of faults, and of a database that went away; what is due is tried again. */
  onError: (error: unknown) => void;
}

interface DueRow {
  kind: string;
  key: string;
}

/** Every process looks this often for what is due, and sleeps no longer than to the next it knows. Milliseconds. */
const lookMs = 500;

// How many acts one process does at a time: requests must find connections beside them.
const places = 4;

// An act whose failure cannot be told either must not stand before the others. Milliseconds.
const postponeMs = 60_000;

const caller = systemCaller('due');

/** Acts that fall due at a time, by the clock of the contexts. */
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

  /** Declares who does the acts of a kind. Called while features register, before {@link start}. */
  define(kind: string, handler: DueKind): void {
    this.kinds.set(kind, handler);
  }

  /** Calls for an act at a time, inside the caller's transaction; one that was called for already moves there. */
  async at(ctx: Context, kind: string, key: string | number, time: Date): Promise<void> {
    const at = time.toISOString();
    await ctx.db
      .insertInto('due')
      .values({ kind, key: String(key), at })
      .onConflict((conflict) => conflict.constraint('due__key').doUpdateSet({ at }))
      .execute();
  }

  /** Calls an act off; false where there is none, or it was just done: it waits for one that is under way. */
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

  /** Ends the looking, after the acts under way. */
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

  /** Gives what is due to the places that are free, and answers after how many milliseconds to look again. */
  private async beginDue(): Promise<number> {
    const inMs = await this.parts.work.read(caller, async (ctx) => {
      const { rows } = await sql<{ ms: number }>`
        select extract(epoch from at - ${ctx.now.toISOString()}::timestamptz)::float8 * 1000 as ms
        from due where kind = any(${[...this.kinds.keys()]}) order by at limit 1`.execute(ctx.db);
      return rows[0]?.ms ?? lookMs;
    });
    if (inMs > 0) return Math.min(Math.ceil(inMs), lookMs);
    while (this.workers.size < places && !this.stopped) {
      const worker = this.doOneByOne().finally(() => this.workers.delete(worker));
      this.workers.add(worker);
    }
    return lookMs;
  }

  private async doOneByOne(): Promise<void> {
    try {
      let done = 0;
      while (!this.stopped && (await this.doNext())) done++;
      if (done > 0) this.pause.abort();
    } catch (error) {
      this.parts.onError(error);
    }
  }

  /** Does the act that has been due the longest; false where none is left. Throws where the database went away. */
  private async doNext(): Promise<boolean> {
    let taken: DueRow | undefined;
    try {
      await this.parts.work.write(caller, async (ctx) => {
        taken = await takeNext(ctx, [...this.kinds.keys()]);
        if (taken) await this.kinds.get(taken.kind)?.run(ctx, taken.key);
      });
    } catch (error) {
      const problem = lasting(error);
      if (!taken || !problem) throw error;
      if (problem.key === fault) this.parts.onError(error);
      await this.tell(taken, problem);
    }
    return taken !== undefined;
  }

  private async tell(row: DueRow, problem: JobProblem): Promise<void> {
    const { work, onError } = this.parts;
    try {
      await work.write(caller, async (ctx) => {
        if (await take(ctx, row)) await this.kinds.get(row.kind)?.failed(ctx, row.key, problem);
      });
    } catch (error) {
      if (!lasting(error)) throw error;
      onError(error);
      await work.write(caller, (ctx) => postpone(ctx, row));
    }
  }
}

const fault = 'error.job_failed';

/** What would happen again: a broken rule, or a fault of ours. Undefined where the database went away. */
function lasting(error: unknown): JobProblem | undefined {
  const away = error instanceof DatabaseUnreachable || error instanceof pg.DatabaseError;
  return problemOf(error) ?? (away ? undefined : { key: fault });
}

// Two instances never wait for each other: each takes what no other holds.
async function takeNext(ctx: Context, kinds: string[]): Promise<DueRow | undefined> {
  const { rows } = await sql<DueRow>`
    delete from due where (kind, key) = (
      select kind, key from due where at <= ${ctx.now.toISOString()} and kind = any(${kinds})
      order by at limit 1 for update skip locked)
    returning kind, key`.execute(ctx.db);
  return rows[0];
}

/** Takes this very row, where it is still due. */
async function take(ctx: Context, { kind, key }: DueRow): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('due')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('at', '<=', ctx.now.toISOString())
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}

async function postpone(ctx: Context, { kind, key }: DueRow): Promise<void> {
  const at = new Date(ctx.now.getTime() + postponeMs).toISOString();
  await ctx.db.updateTable('due').set({ at }).where('kind', '=', kind).where('key', '=', key).execute();
}
