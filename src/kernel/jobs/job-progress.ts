import type { Context } from '../context.ts';
import type { ProgressBoard } from './progress-board.ts';

/** What a piece of long work has told of itself. */
export interface ReportedProgress {
  done: number;
  total: number;
  /** How many stand before it in the line. */
  ahead: number;
}

/** How far a piece of long work has come, and whether staff asked it to stop. */
export class JobProgress {
  private readonly board: ProgressBoard;
  private readonly key: string;
  private readonly signal: AbortSignal | undefined;

  constructor(board: ProgressBoard, key: string, signal?: AbortSignal) {
    this.board = board;
    this.key = key;
    this.signal = signal;
  }

  /**
   * Tells how many of how many are done. Throws {@link JobCancelled} once staff asked to stop, and the signal's reason
   * once the process stops or the job belongs to another one.
   */
  tell(done: number, total: number): void {
    this.signal?.throwIfAborted();
    if (this.board.isCancelled(this.key)) throw new JobCancelled();
    this.board.note(this.key, { done, total });
  }

  /** Tells that the work waits for its turn. */
  wait(ahead: number): void {
    this.board.note(this.key, { ahead });
  }

  /** Forgets the count and the wish to stop, once the work is over. */
  end(): Promise<void> {
    return this.board.forget(this.key);
  }
}

/** What the work under this key has told; null where it told nothing yet, or is over. */
export async function findProgress(ctx: Context, key: string): Promise<ReportedProgress | null> {
  const row = await ctx.db
    .selectFrom('job_progress')
    .select(['done', 'total', 'ahead'])
    .where('job_key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/** Asks the work under this key to stop at its next step. */
export async function askToStop(ctx: Context, key: string): Promise<void> {
  const values = { cancel_requested: true, updated_at: ctx.now.toISOString() };
  await ctx.db
    .insertInto('job_progress')
    .values({ job_key: key, done: 0, total: 0, ...values })
    .onConflict((conflict) => conflict.column('job_key').doUpdateSet(values))
    .execute();
}

/** Throws {@link JobCancelled} where staff asked this work to stop before it began. */
export async function requireWanted(ctx: Context, key: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('job_progress')
    .select('cancel_requested')
    .where('job_key', '=', key)
    .executeTakeFirst();
  if (row?.cancel_requested) throw new JobCancelled();
}

/** Forgets what earlier work under this key told, before it is asked for anew. */
export async function forgetProgress(ctx: Context, key: string): Promise<void> {
  await ctx.db.deleteFrom('job_progress').where('job_key', '=', key).execute();
}

// Work tells of itself several times a minute: what is silent for so long was never cleared. Milliseconds.
const forgottenAfterMs = 24 * 60 * 60 * 1000;

/** Removes the counts of work that is long over, such as uploads that broke off. */
export async function sweepProgress(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - forgottenAfterMs).toISOString();
  await ctx.db.deleteFrom('job_progress').where('updated_at', '<=', before).execute();
}

/** Thrown by {@link JobProgress.tell} inside work that staff cancelled; it ends the work's transaction. */
export class JobCancelled extends Error {}
