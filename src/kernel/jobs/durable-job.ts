import pg from 'pg';
import type { Context } from '../context.ts';
import { AppError, type FieldProblem } from '../errors.ts';
import type { Caller, UnitOfWork } from '../unit-of-work.ts';
import { JobCancelled, type JobProgress, requireWanted } from './job-progress.ts';
import type { JobRun, Jobs } from './jobs.ts';

/** Why work was not done: a message key and its values. */
export type JobProblem = FieldProblem;

/**
 * Long work on one record, done once whatever happens to it: delivered twice, stopped half way, given up. While it is
 * under way the record says so; each of these runs in one transaction that holds the record.
 */
export interface DurableJob<T extends object, R> {
  /** What it is called in the line of jobs: `import.apply`. */
  name: string;
  /** Under which its progress is told, and staff ask it to stop. */
  key(data: T): string;
  /** Locks the record and answers it where the work is still wanted; undefined where it was done, or called off. */
  claim(ctx: Context, data: T): Promise<R | undefined>;
  /** The work itself: all of it or nothing. */
  run(ctx: Context, claimed: R, progress: JobProgress): Promise<void>;
  /** Nothing was done, and no other run follows: the record says why, and lets somebody go on. */
  reopen(ctx: Context, claimed: R, problem: JobProblem, error: unknown): Promise<void>;
}

interface Envelope<T> {
  key: string;
  caller: Caller;
  data: T;
}

/** Declares the work; answers the function that puts it in line inside the transaction that marks the record. */
export function defineDurableJob<T extends object, R>(
  { jobs, work }: { jobs: Jobs; work: UnitOfWork },
  job: DurableJob<T, R>,
): (ctx: Context, data: T) => Promise<void> {
  const attempt = ({ caller, data, key }: Envelope<T>, progress: JobProgress) =>
    work.write(
      caller,
      async (ctx) => {
        const claimed = await job.claim(ctx, data);
        if (claimed === undefined) return;
        await requireWanted(ctx, key);
        await job.run(ctx, claimed, progress);
      },
      { long: true },
    );
  const reopen = ({ caller, data }: Envelope<T>, problem: JobProblem, error: unknown) =>
    work.write(caller, async (ctx) => {
      const claimed = await job.claim(ctx, data);
      if (claimed !== undefined) await job.reopen(ctx, claimed, problem, error);
    });

  const run = async ({ data: envelope, progress, signal, isLast }: JobRun<Envelope<T>>) => {
    try {
      await attempt(envelope, progress);
    } catch (error) {
      const problem = problemOf(error);
      // The process stops, or the database went away: the next run may do it.
      if (signal.aborted || (!problem && !isLast)) throw error;
      if (!problem || problem.key === failed) jobs.onError(error);
      await reopen(envelope, problem ?? { key: gaveUp }, error);
    }
    await progress.end();
  };

  jobs.define<Envelope<T>>(job.name, {
    run,
    gaveUp: async ({ data: envelope, progress }) => {
      await reopen(envelope, { key: gaveUp }, undefined);
      await progress.end();
    },
  });
  return (ctx, data) => {
    const { actor, locale, requestId } = ctx;
    return jobs.send<Envelope<T>>(ctx, job.name, { key: job.key(data), caller: { actor, locale, requestId }, data });
  };
}

const failed = 'error.job_failed';
const gaveUp = 'error.job_gave_up';

/** What staff are told; undefined where the database went away or had no room, and running the job again may help. */
export function problemOf(error: unknown): JobProblem | undefined {
  if (error instanceof JobCancelled) return { key: 'error.job_cancelled' };
  if (error instanceof AppError) return { key: error.code, values: error.values };
  if (!(error instanceof pg.DatabaseError)) return undefined;
  // 57014: a statement took longer than it may, and would again.
  if (error.code === '57014') return { key: 'error.too_slow' };
  return /^(08|40|53|57)/.test(error.code ?? '') ? undefined : { key: failed };
}
