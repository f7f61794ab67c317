import { codeEntity } from '#features/code/code.public.ts';
import { batchEntity, codeMessages, requireSettled } from '#features/code/code-batch.public.ts';
import { notifyCodesChanged } from '#features/code/code-change.public.ts';
import { type ActUndo, namedKept } from '#kernel/records/act-undo.ts';
import type { Context } from '#kernel/work/context.ts';
import { findLeak, type StoredLeak } from './leak.read.ts';
import { lockBatch } from './leak.store.ts';
import { countPairs, lockPairs, takeBackPairs } from './leak-undo.store.ts';

/**
 * Undoes a leak pair by pair: the old code works again and the new one is withdrawn, where nobody has redeemed or changed
 * the new one since. Written by hand, because it changes codes in pairs, neither to what it was.
 */
export const leakUndo: ActUndo = {
  require: async (ctx, act) => requireSettled(ctx, (await getLeak(ctx, act)).cg_idx),
  foresee: async (ctx, act) => {
    const { cg_idx } = await getLeak(ctx, act);
    const { back, kept, first } = await countPairs(ctx, { act, cg_idx, limit: namedKept });
    return { back, kept, first: first.map((id) => ({ entity: codeEntity, id, reason: 'code.replace_kept' })) };
  },
  size: async (ctx, act) => (await getLeak(ctx, act)).frozen,
  undo: async (ctx, { of, act }, progress) => {
    const { cg_idx, frozen } = await getLeak(ctx, of);
    progress?.report(0, frozen);
    await lockBatch(ctx.db, cg_idx);
    await lockPairs(ctx.db, of);
    const back = await takeBackPairs(ctx, { of, act, cg_idx });
    progress?.report(frozen, frozen);
    notifyCodesChanged(ctx, [cg_idx]);
    ctx.changed(batchEntity, cg_idx);
    return { back, kept: frozen - back };
  },
};

/** The leak of an act; 404 if there is none. */
export async function getLeak(ctx: Context, act: number): Promise<StoredLeak> {
  const leak = await findLeak(ctx, act);
  if (!leak) throw codeMessages.error(404, 'code.leak_not_found');
  return leak;
}
