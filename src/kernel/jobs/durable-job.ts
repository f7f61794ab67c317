import pg from 'pg';
import { AppError, type FieldProblem } from '../messages/errors.ts';
import type { Approval } from '../work/approval.ts';
import { ApprovalNeeded } from '../work/approval-needed.ts';
import type { Context } from '../work/context.ts';
import { OnlyShown } from '../work/only-shown.ts';
import type { Caller, UnitOfWork } from '../work/unit-of-work.ts';
import { JobCancelled, type JobProgress, requireWanted } from './job-progress.ts';
import type { JobRun, Jobs } from './jobs.ts';
import { TriedProgress } from './tried-progress.ts';

/** Why work failed: a message key and its values. */
export type JobProblem = FieldProblem;

/**
 * Long work on one record that is done exactly once, even if it is delivered twice, interrupted or given up. The record
 * shows that it is in progress. Each of these functions runs in one transaction that locks the record.
 */
interface DurableJob<T extends object, R> {
  /** Its name in the job queue: `import.apply`. */
  name: string;
  /**
   * What queues it notes in the trail all that it will do, so that is what is proposed and shown. Of other jobs, the work itself
   * is tried; what queues them notes nothing.
   */
  isForeseen?: true;
  /** The key for its progress and for cancelling it. */
  key(data: T): string;
  /** Locks and returns the record if the work is still to be done; undefined if it was done or cancelled. */
  claim(ctx: Context, data: T): Promise<R | undefined>;
  /** The work itself, all or nothing. */
  run(ctx: Context, claimed: R, progress: JobProgress): Promise<void>;
  /** Nothing was done and there will be no further run: stores the reason in the record and unlocks it for staff. */
  reopen(ctx: Context, claimed: R, problem: JobProblem, error: unknown): Promise<void>;
}

interface Envelope<T> {
  key: string;
  caller: Caller;
  data: T;
}

/** Declares the work; returns the function that queues it in the transaction that marks the record. */
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
        // Work hears of a cancellation with its next progress; one that came after the last still counts.
        await requireWanted(ctx, key);
      },
      { long: true },
    );
  const reopen = ({ caller, data }: Envelope<T>, problem: JobProblem, error: unknown) =>
    work.write(caller, async (ctx) => {
      const claimed = await job.claim(ctx, data);
      if (claimed === undefined) return;
      if (error instanceof ApprovalNeeded && caller.call) await error.store(ctx, { call: caller.call });
      await job.reopen(ctx, claimed, problem, error);
    });

  const run = async ({ data: envelope, progress, signal, isLast }: JobRun<Envelope<T>>) => {
    try {
      await attempt(envelope, progress);
    } catch (error) {
      const problem = isStale(error, envelope) ? { key: 'error.approval_changed' } : problemOf(error);
      // The process is stopping, or the database is down: the next run may succeed.
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
    const { actor, locale, requestId, tab, call, approval, proposal, isShown } = ctx;
    // Whoever looks at a preview does not wait for all of a job, nor others for them.
    if (isShown && !job.isForeseen) throw new OnlyShown();
    if (proposal && !job.isForeseen) return tryJob(ctx, job, data);
    approval?.onJob?.();
    return jobs.send<Envelope<T>>(ctx, job.name, {
      key: job.key(data),
      caller: { actor, locale, requestId, tab, call, ...goingOn(job, approval) },
      data,
    });
  };
}

/** A proposal of foreseen work is done once its job is queued; other plans end with their job. */
const goingOn = (
  { isForeseen }: { isForeseen?: true },
  approval: Approval | undefined,
): Pick<Caller, 'approval' | 'assistant'> =>
  isForeseen && approval?.assistant !== undefined ? { assistant: approval.assistant } : { approval };

/** Does the work of a job in a transaction that is rolled back, so that its plan has all that it does. */
async function tryJob<T extends object, R>(
  ctx: Context,
  { claim, run }: Pick<DurableJob<T, R>, 'claim' | 'run'>,
  data: T,
): Promise<void> {
  const claimed = await claim(ctx, data);
  if (claimed !== undefined) await run(ctx, claimed, new TriedProgress());
}

/** Whether what was approved is not done, as it would do something else by now. */
const isStale = (error: unknown, { caller }: Envelope<object>): boolean =>
  error instanceof ApprovalNeeded && caller.approval !== undefined;

const failed = 'error.job_failed';
const gaveUp = 'error.job_gave_up';

/** The message for staff; undefined if the database was down, full or locked, so that another run may succeed. */
export function problemOf(error: unknown): JobProblem | undefined {
  if (error instanceof JobCancelled) return { key: 'error.job_cancelled' };
  if (error instanceof AppError) return { key: error.code, values: error.values };
  if (!(error instanceof pg.DatabaseError)) return undefined;
  // 57014: a statement timed out, and would again.
  if (error.code === '57014') return { key: 'error.too_slow' };
  // 55P03: somebody held a lock for longer than we wait.
  return /^(08|40|53|57|55P03)/.test(error.code ?? '') ? undefined : { key: failed };
}
