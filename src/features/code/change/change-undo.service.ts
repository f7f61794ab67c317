import type { Context } from '#kernel/context.ts';
import { inSeconds } from '#kernel/seconds.rules.ts';
import { type ActUndo, namedKept } from '#kernel/undos.ts';
import { codeMessages } from '../code.messages.ts';
import { type ChangedField, undoWithin } from './change.rules.ts';
import { changeInSlices, countCodes } from './change.slices.ts';
import { findAct, foreseeRestored, lockBatchesOfAct, noteAct, restoreCodes, sizeOfAct } from './change.store.ts';

/** Changes of codes can be undone within a day, for the codes not changed or redeemed since. */
export const changeUndo: ActUndo = {
  foresee: async (ctx, act) => {
    const { back, kept, first } = await foreseeRestored(ctx, {
      act,
      field: await getField(ctx, act),
      limit: namedKept,
    });
    return { back, kept, first: first.map((id) => ({ entity: 'code', id, reason: 'code.undo_kept' })) };
  },
  size: sizeOfAct,
  undo: async (ctx, { of, act }, progress) => {
    const field = await getField(ctx, of);
    await lockBatchesOfAct(ctx, of);
    const size = await sizeOfAct(ctx, of);
    const batches = await changeInSlices({ total: size, progress }, (slice) =>
      restoreCodes(ctx, { of, act, field, slice }),
    );
    const back = countCodes(batches);
    if (back > 0) await noteAct(ctx, { act, field, value: null, memo: '' }, batches);
    ctx.changed('code');
    return { back, kept: size - back };
  },
};

/** The field that an act set; refuses an act that did not change codes, or is too old to be undone. */
async function getField(ctx: Context, act: number): Promise<ChangedField> {
  const found = await findAct(ctx, act);
  if (!found) throw codeMessages.error(404, 'code.act_not_found');
  if (inSeconds(ctx.now) - found.at > undoWithin) throw codeMessages.error(409, 'code.undo_late');
  return found.field;
}
