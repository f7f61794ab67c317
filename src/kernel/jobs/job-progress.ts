import type { Context } from '../work/context.ts';
import type { ProgressBoard } from './progress-board.ts';
import { daySeconds, type ShortLived } from '../work/short-lived.ts';

/** The reported progress of long work. */
interface ReportedProgress {
  done: number;
  total: number;
  /** The number of jobs ahead of it in the queue. */
  ahead: number;
}

/** Where progress is noted. */
type Board = Pick<ProgressBoard, 'note' | 'show' | 'isCancelled' | 'forget'>;

/** The progress of long work, and whether staff cancelled it. */
export class JobProgress {
  private readonly board: Board;
  private readonly key: string;
  private readonly signal: AbortSignal | undefined;

  constructor(board: Board, key: string, signal?: AbortSignal) {
    this.board = board;
    this.key = key;
    this.signal = signal;
  }

  /**
   * Reports progress. Throws {@link JobCancelled} once staff have cancelled, and the signal's reason once the process
   * stops or another process has taken over the job.
   */
  report(done: number, total: number): void {
    this.signal?.throwIfAborted();
    if (this.board.isCancelled(this.key)) throw new JobCancelled();
    this.board.note(this.key, { done, total });
  }

  /** Reports that the work is queued. */
  wait(ahead: number): void {
    this.board.note(this.key, { ahead });
  }

  /** Stores what the work has to show before it is done; see {@link findShown}. */
  show(shown: unknown): void {
    this.board.show(this.key, JSON.stringify(shown));
  }

  /** Clears the progress and the cancellation, once the work is over. */
  end(): Promise<void> {
    return this.board.forget(this.key);
  }
}

/** The progress reported under this key; null if there is none yet or the work is over. */
export async function findProgress(ctx: Context, key: string): Promise<ReportedProgress | null> {
  const row = await ctx.db
    .selectFrom('job_progress')
    .select(['done', 'total', 'ahead'])
    .where('job_key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/** What the work under this key has shown so far; null if nothing yet, or the work is over. */
export async function findShown<T>(ctx: Context, key: string): Promise<T | null> {
  const row = await ctx.db
    .selectFrom('job_progress')
    .select('shown')
    .where('job_key', '=', key)
    .$castTo<{ shown: T | null }>()
    .executeTakeFirst();
  return row?.shown ?? null;
}

/** Cancels the work under this key at its next step. */
export async function requestStop(ctx: Context, key: string): Promise<void> {
  const values = { cancel_requested: true, updated_at: ctx.now.toISOString() };
  await ctx.db
    .insertInto('job_progress')
    .values({ job_key: key, done: 0, total: 0, ...values })
    .onConflict((conflict) => conflict.column('job_key').doUpdateSet(values))
    .execute();
}

/** Throws {@link JobCancelled} if staff have cancelled this work. */
export async function requireWanted(ctx: Context, key: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('job_progress')
    .select('cancel_requested')
    .where('job_key', '=', key)
    .executeTakeFirst();
  if (row?.cancel_requested) throw new JobCancelled();
}

/** Clears the progress of earlier work under this key, before it is queued again. */
export async function forgetProgress(ctx: Context, key: string): Promise<void> {
  await ctx.db.deleteFrom('job_progress').where('job_key', '=', key).execute();
}

/**
 * Progress goes once it is stale, for example of interrupted uploads: work reports several times a minute, which moves its
 * time, so no index holds it.
 */
export const shortLivedProgress: ShortLived = {
  table: 'job_progress',
  at: 'updated_at',
  lifetime: daySeconds,
  index: null,
};

/** Thrown by {@link JobProgress.report} in cancelled work; ends its transaction. */
export class JobCancelled extends Error {}
