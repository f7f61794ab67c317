import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Context } from '../context.ts';
import type { Connection, Database } from '../db/database.ts';
import { JobProgress } from './job-progress.ts';

/** One run of a job. It may be run again after a killed process, so a handler starts from what the database says. */
export interface JobRun<T> {
  data: T;
  /** Also ends the work when the process stops: its `tell` throws once `signal` is aborted. */
  progress: JobProgress;
  /** Aborted when the process stops, or when the job was given to another one. */
  signal: AbortSignal;
}

/** When repeated work is done: a cron line, read in a time zone. */
export interface Rhythm {
  cron: string;
  timeZone: string;
}

export type JobHandler<T> = (run: JobRun<T>) => Promise<void>;

interface JobsParts {
  connection: Connection;
  db: Database;
  /** Hears of handlers that fail and of trouble with the line itself. */
  onError: (error: unknown) => void;
}

// A worker that stopped breathing for this long is taken for dead, and its job is run again.
const heartbeatSeconds = 10;
const queueOptions = { heartbeatSeconds, retryLimit: 5, retryDelay: 1, expireInSeconds: 4 * 3600 };

// Jobs under way when the process stops have this long to end, within the ten seconds the whole stop may take.
const stopWithinMs = 7000;

/** Background work that survives the process: pg-boss behind a register of handlers. */
export class Jobs {
  private readonly boss: PgBoss;
  private readonly pool: pg.Pool;
  private readonly db: Database;
  private readonly onError: JobsParts['onError'];
  private readonly handlers = new Map<string, JobHandler<never>>();
  private readonly rhythms = new Map<string, Rhythm>();
  private started = false;
  private ended: Promise<void> | undefined;

  constructor({ connection, db, onError }: JobsParts) {
    this.db = db;
    this.onError = onError;
    // Connections of its own: its heartbeats must not wait behind requests, and its scripts open transactions that a
    // failure in the middle leaves behind, which `query` of a pool throws away with the connection.
    this.pool = new pg.Pool({ ...connection, max: 3, keepAlive: true, application_name: 'library-office-jobs' });
    this.pool.on('error', onError);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.boss = new PgBoss({
      db: { executeSql: (text, values) => this.pool.query(text, values) },
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
    });
    this.boss.on('error', onError);
  }

  /** Declares who does the jobs of a name. Called while features register, before {@link start}. */
  define<T extends object>(name: string, handler: JobHandler<T>): void {
    this.handlers.set(name, handler);
  }

  /** Declares work that nobody sends: it is done at these times, by one of the instances that run. */
  repeat(name: string, rhythm: Rhythm, handler: JobHandler<object>): void {
    this.define(name, handler);
    this.rhythms.set(name, rhythm);
  }

  /** Puts a job in line inside the caller's transaction: it exists if and only if that commits. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the sender names the job's data, as its handler does
  async send<T extends object>(ctx: Context, name: string, data: T): Promise<void> {
    await this.boss.send(name, data, { db: executorOf(ctx.db) });
  }

  /** What a job has told of itself under this key, and the way to ask it to stop. */
  progress(key: string): JobProgress {
    return new JobProgress(this.db, key);
  }

  async start(): Promise<void> {
    this.started = true;
    await this.boss.start();
    for (const [name, handler] of this.handlers) {
      await this.boss.createQueue(name, queueOptions);
      // A line made by an earlier release takes this one's options.
      await this.boss.updateQueue(name, queueOptions);
      await this.boss.work<{ key?: string } | null>(
        name,
        { pollingIntervalSeconds: 0.5, batchSize: 1 },
        async ([job]) => {
          if (!job) return;
          const { id, data, signal } = job;
          const progress = new JobProgress(this.db, data?.key ?? id, signal);
          try {
            await handler({ data: data as never, progress, signal });
          } catch (error) {
            this.onError(error);
            throw error;
          }
        },
      );
      const rhythm = this.rhythms.get(name);
      if (rhythm) await this.boss.schedule(name, rhythm.cron, {}, { tz: rhythm.timeZone });
    }
  }

  /** Waits for the jobs under way; those that do not end in time are run again at the next start. */
  stop(): Promise<void> {
    this.ended ??= this.end();
    return this.ended;
  }

  private async end(): Promise<void> {
    if (this.started) await this.boss.stop({ graceful: true, timeout: stopWithinMs });
    await this.pool.end();
  }
}

const executorOf = (db: Database) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  },
});
