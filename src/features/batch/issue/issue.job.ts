import { batchEntity, codeMessages, endAfterNow } from '#features/code/code-batch.public.ts';
import { defineDurableJob, type JobProblem } from '#kernel/jobs/durable-job.ts';
import { forgetProgress, type JobProgress, requestStop } from '#kernel/jobs/job-progress.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { analyzeGrown } from '#kernel/work/analyze-grown.ts';
import type { Context } from '#kernel/work/context.ts';
import { issueKey } from '../batch.rules.ts';
import { getBatch, moveBatch } from '../batch.service.ts';
import { type BatchRow, hasCodes, lockBatch, notePace } from '../batch.store.ts';
import { addLot, issueCodes } from './issue.store.ts';

/** Queues the issuing of a batch's missing codes. */
export type SendIssue = (ctx: Context, batch: Pick<BatchRow, 'cg_idx' | 'missing'>) => Promise<void>;

// More codes than this take seconds: they have a queue of their own, so that small batches never wait behind them.
const longBatch = 20_000;

/** Issues codes in the background, while the status of their batch is `issuing`. */
export function defineIssuing(kernel: Kernel): SendIssue {
  const queue = (name: string) =>
    defineDurableJob<{ cg_idx: number }, BatchRow>(kernel, {
      name,
      isForeseen: true,
      key: ({ cg_idx }) => issueKey(cg_idx),
      claim: async (ctx, { cg_idx }) => {
        const found = await lockBatch(ctx.db, cg_idx);
        return found?.status === 'issuing' ? found : undefined;
      },
      run: issueMissing,
      reopen: leaveUnissued,
    });
  const short = queue('code.issue');
  const long = queue('code.issue.many');
  return async (ctx, { cg_idx, missing }) => {
    await forgetProgress(ctx, issueKey(cg_idx));
    await (missing > longBatch ? long : short)(ctx, { cg_idx });
  };
}

/** Issues the missing codes of a batch as its next lot, all or nothing. */
export async function issueMissing(
  ctx: Context,
  batch: BatchRow,
  progress: Pick<JobProgress, 'report'> = { report: () => undefined },
): Promise<void> {
  const { cg_idx, count, missing, length, valid_from } = batch;
  const begun = performance.now();
  const lot = await addLot(ctx, { cg_idx, issued: missing, count });
  const valid_until = batch.valid_after === 'issue' ? await endAfterNow(ctx, cg_idx) : batch.valid_until;
  const codes = { cg_idx, lot, issued_at: inSeconds(ctx.now), valid_from, valid_until, length };
  await issueCodes(ctx.db, codes, missing, { report: (done) => progress.report(done, missing) });
  await notePace(ctx.db, cg_idx, { codes: missing, ms: performance.now() - begun });
  await moveBatch(ctx, cg_idx, 'issued', { status: 'issued', missing: 0, problem: null });
  ctx.changed('code.batch_issued', cg_idx);
  analyzeGrown(ctx, 'code', missing);
}

/** Nothing was issued: a failed batch waits for staff, a cancelled one returns to its previous state. */
async function leaveUnissued(ctx: Context, { cg_idx }: BatchRow, problem: JobProblem): Promise<void> {
  if (problem.key === 'error.job_cancelled') await giveUpMissing(ctx, cg_idx);
  else await moveBatch(ctx, cg_idx, 'failed', { status: 'failed', problem });
}

/** A batch that has codes keeps them; one without codes is cancelled. */
async function giveUpMissing(ctx: Context, cg_idx: number, check?: (before: BatchRow) => void): Promise<void> {
  const { count, missing } = await getBatch(ctx, cg_idx);
  const figures = (await hasCodes(ctx.db, cg_idx))
    ? ({ status: 'issued', count: count - missing, missing: 0 } as const)
    : ({ status: 'cancelled' } as const);
  await moveBatch(ctx, cg_idx, 'cancelled', { ...figures, problem: null }, check);
}

/** Stops issuing. If issuing failed before, its missing codes are given up. */
export async function cancelIssuing(ctx: Context, cg_idx: number): Promise<void> {
  const { status } = await getBatch(ctx, cg_idx);
  const requireFailed = (batch: Pick<BatchRow, 'status'>) => {
    if (batch.status !== 'failed') throw codeMessages.error(409, 'code.batch_not_issuing');
  };
  // A running job holds the row lock, so it is asked to stop instead of waiting for the lock.
  if (status !== 'issuing') return giveUpMissing(ctx, cg_idx, requireFailed);
  await requestStop(ctx, issueKey(cg_idx));
  ctx.audit({ entity: batchEntity, id: cg_idx, action: `${batchEntity}.stopped` });
}

/** Tries again to issue the missing codes. */
export async function issueAgain(ctx: Context, send: SendIssue, cg_idx: number): Promise<void> {
  const requireStopped = ({ status }: Pick<BatchRow, 'status'>) => {
    if (status !== 'failed' && status !== 'cancelled') throw codeMessages.error(409, 'code.batch_nothing_missing');
  };
  requireStopped(await getBatch(ctx, cg_idx));
  const values = { status: 'issuing', problem: null } as const;
  await send(ctx, await moveBatch(ctx, cg_idx, 'resumed', values, requireStopped));
}
