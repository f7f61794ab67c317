import { codeEntity } from '#features/code/code.public.ts';
import { batchEntity, codeMessages, requireSettled } from '#features/code/code-batch.public.ts';
import { changeInSlices, countCodes, notifyCodesChanged } from '#features/code/code-change.public.ts';
import { timeText } from '#kernel/messages/time-text.ts';
import { type ActUndo, namedKept } from '#kernel/records/act-undo.ts';
import { getAct } from '#kernel/records/acts.ts';
import { lockRecord } from '#kernel/records/change-record.ts';
import { findLaterChange } from '#kernel/records/set-since.ts';
import { summarizeAct } from '#kernel/records/undo.ts';
import type { Context } from '#kernel/work/context.ts';
import { batchKind } from '../batch.service.ts';
import { updateBatch } from '../batch.store.ts';
import { findQuantity } from './quantity.read.ts';
import { countWithdrawn, restoreWithdrawn, withdrawnCodes } from './withdrawn-codes.store.ts';

/**
 * Undoes a lowered quantity by restoring the codes it withdrew; the quantity becomes what adds up. Refused once the
 * quantity was set again: the codes issued since would come on top. Written by hand, because the quantity is a sum of codes,
 * which come back in slices.
 */
export const quantityUndo: ActUndo = {
  require: async (ctx, act) => {
    const cg_idx = await getLowering(ctx, act);
    await requireSettled(ctx, cg_idx);
    await requireLast(ctx, act, cg_idx);
  },
  foresee: async (ctx, act) => {
    const cg_idx = await getLowering(ctx, act);
    const { same, changed, gone, first } = await summarizeAct(
      ctx.db,
      { of: act },
      withdrawnCodes(act, cg_idx),
      namedKept,
    );
    const kept = first.map(({ id }) => ({ entity: codeEntity, id, reason: 'code.kept_changed' }));
    return { back: same, kept: changed + gone, first: kept };
  },
  size: (ctx, act) => countWithdrawn(ctx.db, act),
  undo: async (ctx, { of, act }, progress) => {
    const cg_idx = await getLowering(ctx, of);
    await lockRecord(ctx, batchKind, cg_idx);
    await requireLast(ctx, of, cg_idx);
    const total = await countWithdrawn(ctx.db, of);
    const restored = await changeInSlices({ total, progress }, async (slice) => {
      const back = await restoreWithdrawn(ctx, { of, act, cg_idx, slice });
      return new Map([[cg_idx, back]]);
    });
    const back = countCodes(restored);
    const count = await findQuantity(ctx, cg_idx);
    await updateBatch(ctx, cg_idx, { count });
    notifyCodesChanged(ctx, [cg_idx]);
    ctx.changed(batchEntity, cg_idx);
    return { back, kept: total - back, outcome: { restored: back, kept: total - back, count } };
  },
};

/** The batch whose quantity an act lowered. */
const getLowering = async (ctx: Context, act: number): Promise<number> => Number((await getAct(ctx, act)).entity_id);

/** Refuses if the quantity was set after an act, unless that was undone. */
async function requireLast(ctx: Context, act: number, cg_idx: number): Promise<void> {
  const last = await findLaterChange(ctx.db, { entity: batchEntity, id: cg_idx, act, path: ['count'] });
  if (!last) return;
  const name = last.actor ?? ctx.text('actor.system');
  const values = { name, time: timeText(ctx, last.at), count: Number(last.value) };
  throw codeMessages.error(409, 'code.count_set_since', values);
}
