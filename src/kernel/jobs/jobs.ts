import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { JobProgress } from './job-progress.ts';

/** One run of a job. It may be run again after a killed process, so a handler starts from what the database says. */
export interface JobRun<T> {
  data: T;
  progress: JobProgress;
  /** Aborted when the process stops. */
  signal: AbortSignal;
}

export type JobHandler<T> = (run: JobRun<T>) => Promise<void>;

// A worker that stopped breathing for this long is taken for dead, and its job is run again.
const heartbeatSeconds = 10;

/** Background work that survives the process: pg-boss behind a register of handlers. */
export class Jobs {
  private readonly boss: PgBoss;
  private readonly db: Database;
  private readonly handlers = new Map<string, JobHandler<never>>();
  private started = false;

  constructor(db: Database, onError: (error: Error) => void) {
    this.db = db;
    this.boss = new PgBoss({
      db: executorOf(db),
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      schedule: false,
    });
    this.boss.on('error', onError);
  }

  /** Declares who does the jobs of a name. Called while features register, before {@link start}. */
  define<T extends object>(name: string, handler: JobHandler<T>): void {
    this.handlers.set(name, handler as JobHandler<never>);
  }

  /** Puts a job in line inside the caller's transaction: it exists if and only if that commits. */
  async send<T extends object>(ctx: Context, name: string, data: T): Promise<void> {
    await this.boss.send(name, data, { db: executorOf(ctx.db) });
  }

  /** What a job has told of itself under this key, and the way to ask it to stop. */
  progress(key: string): JobProgress {
    return new JobProgress(this.db, key);
  }

  async start(): Promise<void> {
    await this.boss.start();
    this.started = true;
    for (const [name, handler] of this.handlers) {
      await this.boss.createQueue(name, { heartbeatSeconds, retryLimit: 5, retryDelay: 1, expireInSeconds: 4 * 3600 });
      await this.boss.work<{ key?: string }>(name, { pollingIntervalSeconds: 0.5, batchSize: 1 }, async ([job]) => {
        if (!job) return;
        const progress = this.progress(job.data.key ?? job.id);
        await handler({ data: job.data as never, progress, signal: job.signal });
      });
    }
  }

  /** Waits for the jobs under way; those that do not end in time are run again at the next start. */
  async stop(): Promise<void> {
    if (this.started) await this.boss.stop({ graceful: true, timeout: 8000 });
  }
}

const executorOf = (db: Database) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    // Several statements in one text answer no rows.
    return { rows: rows ?? [] };
  },
});
