import type { Database } from '../db/database.ts';

// The screen asks twice a second; telling it more often is work for nobody.
const tellEveryMs = 300;

/**
 * How far a piece of long work has come. It writes outside the work's own transaction, which nobody else can see until
 * it commits, and reads whether staff asked to stop.
 */
export class JobProgress {
  private readonly db: Database;
  private readonly key: string;
  private readonly signal: AbortSignal | undefined;
  private toldAt = 0;

  constructor(db: Database, key: string, signal?: AbortSignal) {
    this.db = db;
    this.key = key;
    this.signal = signal;
  }

  /**
   * Tells how many of how many are done. Throws {@link JobCancelled} once staff asked to stop, and the signal's reason
   * once the process stops or the job belongs to another one.
   */
  async tell(done: number, total: number): Promise<void> {
    this.signal?.throwIfAborted();
    const now = Date.now();
    if (done !== 0 && done !== total && now - this.toldAt < tellEveryMs) return;
    this.toldAt = now;
    const values = { done, total, updated_at: new Date(now).toISOString() };
    const row = await this.db
      .insertInto('job_progress')
      .values({ job_key: this.key, ...values })
      .onConflict((conflict) => conflict.column('job_key').doUpdateSet(values))
      .returning('cancel_requested')
      .executeTakeFirst();
    if (row?.cancel_requested) throw new JobCancelled();
  }

  async find(): Promise<{ done: number; total: number; cancelRequested: boolean } | null> {
    const row = await this.db
      .selectFrom('job_progress')
      .select(['done', 'total', 'cancel_requested as cancelRequested'])
      .where('job_key', '=', this.key)
      .executeTakeFirst();
    return row ?? null;
  }

  /** Asks the work to stop at its next step. */
  async cancel(): Promise<void> {
    const values = { cancel_requested: true, updated_at: new Date().toISOString() };
    await this.db
      .insertInto('job_progress')
      .values({ job_key: this.key, done: 0, total: 0, ...values })
      .onConflict((conflict) => conflict.column('job_key').doUpdateSet(values))
      .execute();
  }

  /** Forgets the count and the wish to stop, before the work is started anew or once it is over. */
  async clear(): Promise<void> {
    await this.db.deleteFrom('job_progress').where('job_key', '=', this.key).execute();
  }
}

/** Thrown by {@link JobProgress.tell} inside work that staff cancelled; it ends the work's transaction. */
export class JobCancelled extends Error {}
