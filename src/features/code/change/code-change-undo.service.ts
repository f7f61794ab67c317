import { type ActUndo, namedKept } from '#kernel/records/act-undo.ts';
import { getAct } from '#kernel/records/acts.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { codeMessages } from '../code.messages.ts';
import { codeEntity } from '../code.rules.ts';
import { batchEntity } from '../code-batch.rules.ts';
import { notifyCodesChanged } from '../code-changes.ts';
import { type ChangedField, undoWithin } from './code-change.rules.ts';
import { findAct, foreseeRestored, lockBatchesOfAct, noteAct, restoreCodes, sizeOfAct } from './code-change.store.ts';
import { changeInSlices, countCodes } from './code-slices.ts';

// One code that was replaced, many that were changed, and the quantity of a batch.
const aboutCodes: ReadonlySet<string> = new Set([codeEntity, 'code_act', batchEntity]);

/**
 * Changes of codes can be undone within a day, for the codes not changed or redeemed since. Written by hand, because an act on
 * millions of codes is stored and taken back in slices.
 */
export const changeUndo: ActUndo = {
  require: async (ctx, act) => {
    const { at } = await getChange(ctx, act);
    if (inSeconds(ctx.now) - at > undoWithin) throw codeMessages.error(409, 'code.undo_late');
  },
  foresee: async (ctx, act) => {
    const { field } = await getChange(ctx, act);
    const { back, kept, first } = await foreseeRestored(ctx, { act, field, limit: namedKept });
    return { back, kept, first: first.map((id) => ({ entity: codeEntity, id, reason: 'code.undo_kept' })) };
  },
  size: sizeOfAct,
  undo: async (ctx, { of, act }, progress) => {
    const { field } = await getChange(ctx, of);
    await lockBatchesOfAct(ctx, of);
    const size = await sizeOfAct(ctx, of);
    const batches = await changeInSlices({ total: size, progress }, (slice) =>
      restoreCodes(ctx, { of, act, field, slice }),
    );
    const back = countCodes(batches);
    if (back > 0) await noteAct(ctx, { act, field, value: null, memo: '' }, batches);
    notifyCodesChanged(ctx, batches.keys());
    return { back, kept: size - back };
  },
};

/** 404 unless an act is about codes. */
export async function requireCodeAct(ctx: Context, act: number): Promise<void> {
  const { entity } = await getAct(ctx, act);
  if (!aboutCodes.has(entity)) throw codeMessages.error(404, 'code.act_not_found');
}

/** The field that an act set, and when; 404 if it did not change codes. */
async function getChange(ctx: Context, act: number): Promise<{ field: ChangedField; at: number }> {
  const found = await findAct(ctx, act);
  if (!found) throw codeMessages.error(404, 'code.act_not_found');
  return found;
}
