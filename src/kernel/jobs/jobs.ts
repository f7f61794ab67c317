import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Database } from '../db/database.ts';
import { DatabaseUnreachable, isLostConnection } from '../db/failures.ts';
import { Pool } from '../db/pool.ts';
import type { Connection } from '../db/servers.ts';
import type { Context } from '../work/context.ts';
import { JobProgress } from './job-progress.ts';
import { ProgressBoard } from './progress-board.ts';

/** One run of a job. It may be repeated after its process was killed, so handlers start from the database's state. */
export interface JobRun<T> {
  data: T;
  /** Also stops the work when the process stops: `tell` throws once `signal` is aborted. */
  progress: JobProgress;
  /** Aborted when the process stops, or when another process has taken over the job. */
  signal: AbortSignal;
  /** The last run: if it fails, there is no other. */
  isLast: boolean;
}

/** When to repeat work: a cron expression and its time zone. */
interface Rhythm {
  cron: string;
  timeZone: string;
}

export type JobHandler<T> = (run: JobRun<T>) => Promise<void>;

interface JobDefinition<T> {
  run: JobHandler<T>;
  /**
   * Called for a job that was given up, because every run failed or its process was killed; retried until it succeeds.
   */
  gaveUp?: JobHandler<T>;
}

interface JobsParts {
  connection: Connection;
  /** Called for failing handlers and problems of the queue itself. */
  onError: (error: unknown) => void;
  /**
   * How long running jobs may take to finish on shutdown; the default fits into the ten seconds of the whole shutdown.
   */
  stopWithinMs?: number;
  /** Seconds before a failed job is run again. */
  retryDelay?: number;
  /** Waits while no work may begin. */
  mayBegin?: (signal: AbortSignal) => Promise<void>;
}

// A worker without a heartbeat for this long is considered dead, and its job is run again.
const heartbeatSeconds = 10;
const queueOptions = { heartbeatSeconds, retryLimit: 5, expireInSeconds: 4 * 3600 };
// Retries for jobs that were given up wait at most a minute each.
const givenUpOptions = { ...queueOptions, retryLimit: 100_000, retryBackoff: true, retryDelayMax: 60 };

// Timeout for the queue's statements. Milliseconds.
const queryTimeoutMs = 30_000;

// How often a process looks for jobs, in all queues with one statement: polling each of thirty queues this often would
// keep an idle database busy. Slow polling continues, in case a poll fails.
const pollMs = 500;
const pollSeconds = 30;
const queuesThatWait = `
  select distinct name from pgboss.job where state < 'active' and not blocked and start_after <= pgboss.job_now()`;

/** Background work that survives the process: pg-boss with registered handlers. */
export class Jobs {
  private readonly boss: PgBoss;
  private readonly pool: Pool;
  private readonly board: ProgressBoard;
  private readonly stopWithinMs: number;
  private readonly retryDelay: number;
  private readonly mayBegin: NonNullable<JobsParts['mayBegin']>;
  /** Called for failed work. */
  readonly onError: JobsParts['onError'];
  /** What opens the queues of each declared job. */
  private readonly openings = new Map<string, () => Promise<void>>();
  private readonly rhythms = new Map<string, Rhythm>();
  /** Worker ids by queue. */
  private readonly workers = new Map<string, string>();
  private readonly stopping = new AbortController();
  private started = false;
  private ended: Promise<void> | undefined;

  constructor({
    connection,
    onError,
    stopWithinMs = 7000,
    retryDelay = 1,
    mayBegin = async () => undefined,
  }: JobsParts) {
    this.onError = onError;
    this.stopWithinMs = stopWithinMs;
    this.retryDelay = retryDelay;
    this.mayBegin = mayBegin;
    // Its own connections: heartbeats must not wait behind requests. A failed script may also leave a transaction open,
    // which the pool's `query` discards with the connection.
    this.pool = new Pool(connection, queryTimeoutMs, {
      max: 4,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: queryTimeoutMs,
      application_name: 'library-office-jobs',
    });
    this.pool.on('error', (error) => this.lost(error));
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.board = new ProgressBoard(this.pool);
    this.boss = new PgBoss({
      db: { executeSql: (text, values) => this.pool.query(text, values).catch(markLost) },
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
    });
    this.boss.on('error', (error) => this.lost('isLost' in error ? new DatabaseUnreachable(error) : error));
  }

  /** If there was a failover, new connections go to the server that took over. */
  private lost(error: unknown): void {
    this.onError(error);
    void this.pool.servers.find();
  }

  /** Declares the handler for a job name. Called while features register, before {@link start}. */
  define<T extends object>(name: string, definition: JobDefinition<T>): void {
    this.openings.set(name, () => this.openQueues(name, definition));
  }

  /** Declares work that repeats on a schedule, done each time by one of the running instances. */
  repeat(name: string, rhythm: Rhythm, run: JobHandler<object>): void {
    this.define(name, { run });
    this.rhythms.set(name, rhythm);
  }

  /** Queues a job in the caller's transaction: it exists if and only if that transaction commits. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the sender names the job's data, as its handler does
  async send<T extends object>(ctx: Context, name: string, data: T): Promise<void> {
    await this.boss.send(name, data, { db: executorOf(ctx.db) });
  }

  /** Sends jobs of one kind within the transaction of a context, in one statement. */
  async sendAll(ctx: Context, name: string, all: readonly object[]): Promise<void> {
    if (all.length === 0) return;
    const jobs = all.map((data) => ({ data }));
    await this.boss.insert(name, jobs, { db: executorOf(ctx.db) });
  }

  /** Reports progress under this key for long work that is not a job, such as reading an upload. */
  progress(key: string): JobProgress {
    return new JobProgress(this.board, key);
  }

  async start(): Promise<void> {
    this.started = true;
    await this.pool.servers.find();
    await this.boss.start();
    for (const [name, open] of this.openings) {
      await open();
      const rhythm = this.rhythms.get(name);
      if (rhythm) await this.boss.schedule(name, rhythm.cron, {}, { tz: rhythm.timeZone });
    }
    // Those of an earlier release would send jobs that nobody takes.
    const schedules = await this.boss.getSchedules();
    for (const { name } of schedules) if (!this.rhythms.has(name)) await this.boss.unschedule(name);
    void this.poll(this.stopping.signal);
  }

  /** Wakes the workers of queues with waiting jobs. */
  private async poll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const { rows } = await this.pool.query<{ name: string }>(queuesThatWait);
        for (const { name } of rows) this.boss.notifyWorker(this.workers.get(name) ?? '');
      } catch (error) {
        if (!signal.aborted) this.lost(error);
      }
      await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  private async openQueues<T extends object>(name: string, { run, gaveUp }: JobDefinition<T>): Promise<void> {
    const givenUp = `${name}.given-up`;
    const { retryDelay } = this;
    if (gaveUp) await this.open(givenUp, { ...givenUpOptions, retryDelay }, gaveUp);
    await this.open(name, { ...queueOptions, retryDelay, ...(gaveUp && { deadLetter: givenUp }) }, run);
  }

  private async open<T extends object>(
    name: string,
    options: typeof queueOptions & { retryDelay: number; deadLetter?: string },
    handler: JobHandler<T>,
  ): Promise<void> {
    await this.boss.createQueue(name, options);
    // Updates the options of a queue created by an earlier release.
    await this.boss.updateQueue(name, options);
    const polling = { pollingIntervalSeconds: pollSeconds, batchSize: 1 };
    const worker = await this.boss.work<T & { key?: string }>(name, polling, async ([job]) => {
      if (!job) return;
      const { id, data, signal } = job;
      await this.mayBegin(AbortSignal.any([signal, this.stopping.signal]));
      const progress = new JobProgress(this.board, data.key ?? id, signal);
      const isLast = job.retryCount >= options.retryLimit;
      try {
        await handler({ data, progress, signal, isLast });
      } catch (error) {
        this.onError(error);
        throw error;
      }
    });
    this.workers.set(name, worker);
  }

  /** Waits for running jobs; those that do not finish in time run again at the next start. */
  stop(): Promise<void> {
    this.ended ??= this.end();
    return this.ended;
  }

  private async end(): Promise<void> {
    this.stopping.abort();
    if (this.started) await this.boss.stop({ graceful: true, timeout: this.stopWithinMs });
    await this.board.close();
    await this.pool.end();
  }
}

const executorOf = (db: Database) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  },
});

/** The queue reports copies of errors that keep their properties, but not their class or message. */
function markLost(error: unknown): never {
  throw isLostConnection(error) ? Object.assign(error as Error, { isLost: true }) : error;
}
