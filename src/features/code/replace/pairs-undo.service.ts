import { type ActUndo, namedKept } from '#kernel/records/act-undo.ts';
import type { Context } from '#kernel/work/context.ts';
import { lockBatchesOf } from '../change/code-change.store.ts';
import { codeMessages } from '../code.messages.ts';
import { codeEntity } from '../code.rules.ts';
import { batchEntity } from '../code-batch.rules.ts';
import { requireSettled } from '../code-batch.service.ts';
import { notifyCodesChanged } from '../code-changes.ts';
import {
  countPairs,
  countReplaced,
  findBatchesOfPairs,
  lockPairs,
  type PairCondition,
  takeBackPairs,
} from './pairs.store.ts';

/** What else an act that replaced codes changed. */
interface BesidePairs {
  /** Another condition by which the pair of `twin` and `old` stays. */
  stays: PairCondition;
  /** Takes back what the act `of` did beside the pairs that the act `act` took back. */
  undo: (ctx: Context, acts: { of: number; act: number }) => Promise<unknown>;
}

/**
 * Undoes an act that replaced codes, pair by pair: the old code works again and the new one is withdrawn, where
 * nobody has redeemed or changed the new one since. Written by hand, because it changes codes in pairs, neither to what it was.
 */
export const undoPairs = (beside?: BesidePairs): ActUndo => ({
  require: async (ctx, act) => {
    for (const cg_idx of await getBatches(ctx, act)) await requireSettled(ctx, cg_idx);
  },
  foresee: async (ctx, act) => {
    const { back, kept, first } = await countPairs(
      ctx,
      { act, batches: await getBatches(ctx, act), limit: namedKept },
      beside?.stays,
    );
    return { back, kept, first: first.map((id) => ({ entity: codeEntity, id, reason: 'code.replace_kept' })) };
  },
  size: countReplaced,
  undo: async (ctx, { of, act }, progress) => {
    const batches = await getBatches(ctx, of);
    await lockBatchesOf(ctx, batches);
    await lockPairs(ctx.db, of);
    const all = await countReplaced(ctx, of);
    progress?.report(0, all);
    const back = await takeBackPairs(ctx, { of, act, batches }, beside?.stays);
    await beside?.undo(ctx, { of, act });
    progress?.report(all, all);
    notifyCodesChanged(ctx, batches);
    for (const cg_idx of batches) ctx.changed(batchEntity, cg_idx);
    return { back, kept: all - back };
  },
});

async function getBatches(ctx: Context, act: number): Promise<number[]> {
  const batches = await findBatchesOfPairs(ctx, act);
  if (batches.length === 0) throw codeMessages.error(404, 'code.not_found');
  return batches;
}
