import type { Context } from '#kernel/context.ts';
import { lockRecords, summarizeAct } from '#kernel/undo.ts';
import { type ActUndo, type Foreseen, getAct, namedKept } from '#kernel/undos.ts';
import { batchEntity, requireSettled } from '../batch/batch.service.ts';
import { lockBatch, updateBatch } from '../batch/batch.store.ts';
import { cancelledCodes, codeEntity, restoreUnused } from './unused-codes.store.ts';

/** Undoes a lowered quantity by restoring the codes it cancelled; the quantity rises by as much as it was lowered. */
export const quantityUndo: ActUndo = {
  foresee,
  undo: async (ctx, { of, act }) => {
    const { cg_idx, fell } = await findLowering(ctx, of);
    await requireSettled(ctx, cg_idx);
    const batch = await lockBatch(ctx.db, cg_idx);
    await lockRecords(ctx.db, of, cancelledCodes);
    const { kept } = await foresee(ctx, of);
    const back = await restoreUnused(ctx, { of, act });
    const count = (batch?.count ?? 0) + fell;
    await updateBatch(ctx, cg_idx, { count });
    ctx.changed(batchEntity, cg_idx);
    return { back, kept, told: { restored: back, kept, count } };
  },
};

async function foresee(ctx: Context, act: number): Promise<Foreseen> {
  const { same, changed, gone, first } = await summarizeAct(ctx.db, act, cancelledCodes, namedKept);
  const kept = first.map(({ id }) => ({ entity: codeEntity, id, reason: 'code.kept_changed' }));
  return { back: same, kept: changed + gone, first: kept };
}

/** The batch whose quantity an act lowered, and by how much. */
async function findLowering(ctx: Context, act: number): Promise<{ cg_idx: number; fell: number }> {
  const { entity_id: id, before, after } = await getAct(ctx, act);
  const countOf = (side: unknown) => Number(Object(side)['count'] ?? 0);
  return { cg_idx: Number(id), fell: countOf(before) - countOf(after) };
}
