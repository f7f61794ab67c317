import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { batchEntity, codeMessages, loweredAction } from '#features/code/code-batch.public.ts';
import { notifyCodesChanged } from '#features/code/code-change.public.ts';
import { defineBulkWork, type Worked } from '#kernel/jobs/bulk-work.ts';
import type { JobProgress } from '#kernel/jobs/job-progress.ts';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { changeRecord, lockRecord } from '#kernel/records/change-record.ts';
import { shortWork } from '#kernel/records/selection.ts';
import { requireFresh } from '#kernel/records/stale.ts';
import { decimalsOf, isAmountIn } from '#kernel/text/money.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { type BatchBody, LotLowered } from '../batch.contract.ts';
import { batchKind, getBatch } from '../batch.service.ts';
import { type BatchRow, updateBatch } from '../batch.store.ts';
import type { SendIssue } from '../issue/issue.job.ts';
import { foreseeQuantity, planFor, type QuantityChange } from './quantity.read.ts';
import { describeLots, type Taken } from './withdrawal.rules.ts';
import { noteWithdrawal, withdrawCodes } from './withdrawn-codes.store.ts';

/** What changing a batch did, or what a dry run says it would do. */
interface BatchChanged extends QuantityChange {
  version: number;
  act_idx: number | null;
  work_idx: number | null;
}

/** The input of a job; validated when it was requested. */
const Requested = z.object({
  cg_idx: z.int(),
  title: z.string().optional(),
  count: z.int().optional(),
  price: z.string().optional(),
  memo: z.string().optional(),
  version: z.int().optional(),
  expects: z.object({ issue: z.int(), cancel: z.int(), lots: z.array(LotLowered).optional() }).optional(),
});
type Requested = z.output<typeof Requested>;

/** Declares changing a batch: the figures first, then the change at once, or as a job if it withdraws many codes. */
export function defineBatchChange(kernel: Kernel, send: SendIssue) {
  const change = (ctx: Context, requested: Requested, progress?: JobProgress) =>
    changeBatch(ctx, send, requested, progress);
  const work = async (ctx: Context, requested: Requested, progress: JobProgress): Promise<Worked> => {
    const { cancel, act } = await change(ctx, requested, progress);
    return { changed: cancel, act };
  };
  const later = defineBulkWork(kernel, 'code.lower', Requested, work, ({ cg_idx: batch }) => `/code/batch/${batch}`);
  return async (ctx: Context, cg_idx: number, { dry_run: isDry, ...body }: BatchBody): Promise<BatchChanged> => {
    const batch = await getBatch(ctx, cg_idx);
    const record = batchKind.audited(batch);
    await requireFresh(ctx, { entity: batchEntity, id: cg_idx, current: batch.version, loaded: body.version, record });
    requireChangeable(batch, body.count);
    const would = await foresee(ctx, batch, body.count);
    requireAsForeseen(would, body.expects);
    const requested = { cg_idx, ...body };
    if (isDry) return { ...would, version: batch.version, act_idx: null, work_idx: null };
    if (would.cancel > shortWork)
      return { ...would, version: batch.version, act_idx: null, work_idx: await later(ctx, requested) };
    const { act, ...done } = await change(ctx, requested);
    return { ...done, act_idx: act, work_idx: null };
  };
}

/** A batch with a job in progress cannot change, and the quantity only once the previous one has been issued. */
function requireChangeable({ status, count }: BatchRow, wanted = count): void {
  if (status === 'issuing') throw codeMessages.error(409, 'code.batch_issuing');
  if (status !== 'issued' && wanted !== count) throw codeMessages.error(409, 'code.batch_not_issued');
}

async function foresee(ctx: Context, batch: BatchRow, count = batch.count): Promise<QuantityChange> {
  const would = await foreseeQuantity(ctx, batch, count);
  if (count < batch.count && count < would.activated) throw belowActivated(would.activated);
  return would;
}

/** Refuses a change with another effect than the caller was told: codes were redeemed or changed meanwhile. */
function requireAsForeseen({ issue, cancel, activated, lots }: QuantityChange, foreseen: Requested['expects']): void {
  if (!foreseen) return;
  const isSame =
    foreseen.issue === issue &&
    foreseen.cancel === cancel &&
    (!foreseen.lots || isDeepStrictEqual(foreseen.lots, lots));
  if (isSame) return;
  const details = { issue, cancel, activated, lots };
  throw codeMessages.errorWith(409, 'code.figures_changed', { details }, { issue, cancel });
}

function requireDecimals(price: string, { currency }: BatchRow): void {
  if (isAmountIn(currency, price)) return;
  throw commonMessages.errorWith(
    422,
    'invalid.decimals',
    { field: 'price' },
    { currency, decimals: decimalsOf(currency) },
  );
}

const belowActivated = (activated: number) =>
  codeMessages.errorWith(422, 'code.below_activated', { field: 'count' }, { count: activated });

type Done = Omit<BatchChanged, 'act_idx' | 'work_idx'> & { act: number | null };

async function changeBatch(
  ctx: Context,
  send: SendIssue,
  { cg_idx, version, expects, ...values }: Requested,
  progress?: JobProgress,
): Promise<Done> {
  const batch = await lockRecord(ctx, batchKind, cg_idx);
  requireChangeable(batch, values.count);
  const would = await foresee(ctx, batch, values.count);
  requireAsForeseen(would, expects);
  if (values.price !== undefined && values.price !== batch.price) requireDecimals(values.price, batch);
  const act = would.cancel > 0 ? await beginAct(ctx) : undefined;
  let { lots } = would;
  const raised = would.issue > 0 && ({ status: 'issuing', missing: would.issue } as const);
  const after = await changeRecord(ctx, batchKind, cg_idx, {
    version,
    values: { ...values, ...raised },
    write: async (differing) => {
      if (act !== undefined) {
        lots = await withdraw(ctx, act, { batch, count: would.cancel }, progress);
        requireAsForeseen({ ...would, lots }, expects);
      }
      await updateBatch(ctx, cg_idx, differing);
    },
    ...(act !== undefined && { action: loweredAction, act }),
    ...(raised && { action: `${batchEntity}.raised` }),
  });
  if (raised) await send(ctx, after);
  if (act !== undefined) notifyCodesChanged(ctx, [cg_idx]);
  return { ...would, lots, version: after.version, act: act ?? null };
}

/**
 * Withdraws as many codes of a batch, and returns how many of each lot. What was planned may be redeemed meanwhile; then
 * the rest is planned again.
 */
async function withdraw(
  ctx: Context,
  act: number,
  { batch, count }: { batch: BatchRow; count: number },
  progress?: JobProgress,
): Promise<LotLowered[]> {
  const { cg_idx } = batch;
  const taken: Taken[] = [];
  let done = 0;
  while (done < count) {
    const takings = await planFor(ctx, cg_idx, count - done);
    const some = await withdrawCodes(ctx, act, { cg_idx, takings }, (more) => progress?.report(done + more, count));
    if (some.length === 0) throw belowActivated((await foreseeQuantity(ctx, batch, batch.count)).activated);
    taken.push(...some);
    done = taken.reduce((sum, { codes }) => sum + codes, 0);
  }
  progress?.report(count, count);
  const lots = describeLots(taken);
  await noteWithdrawal(ctx, act, { cg_idx, lots });
  return lots;
}
