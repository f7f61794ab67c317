import type { ActUndo } from '#kernel/records/act-undo.ts';
import { getAct } from '#kernel/records/acts.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { lockBatches } from '../change/code-change.store.ts';
import { codeMessages } from '../code.messages.ts';
import { codeEntity } from '../code.rules.ts';
import { findCode } from '../code.store.ts';
import { batchEntity } from '../code-batch.rules.ts';
import { requireSettled } from '../code-batch.service.ts';
import { notifyCodesChanged } from '../code-changes.ts';
import { bringBack, isUntouched, lockBoth, type Replacement, storeBroughtBack, withdrawCode } from './replace.store.ts';

/**
 * Undoes a replacement as long as nobody has used or changed the twin: the code is back, and the twin is withdrawn. Written by
 * hand, because it changes two codes together, neither to what it was.
 */
export const replaceUndo: ActUndo = {
  require: async (ctx, act) => {
    await requireSettled(ctx, (await getReplacement(ctx, act)).cg_idx);
  },
  foresee: async (ctx, act) => {
    const replacement = await getReplacement(ctx, act);
    if (await isUntouched(ctx.db, act, replacement)) return { back: 1, kept: 0, first: [] };
    return { back: 0, kept: 1, first: [{ entity: codeEntity, id: replacement.twin, reason: 'code.replace_kept' }] };
  },
  undo: async (ctx, { of, act }) => {
    const { cg_idx, ...replacement } = await getReplacement(ctx, of);
    const { code, twin } = replacement;
    await lockBatches(ctx, { ids: [code] });
    await lockBoth(ctx.db, replacement);
    if (!(await isUntouched(ctx.db, of, replacement))) return { back: 0, kept: 1 };
    const now = inSeconds(ctx.now);
    await withdrawCode(ctx.db, twin, now);
    await bringBack(ctx.db, code);
    await storeBroughtBack(ctx.db, act, replacement, now);
    notifyCodesChanged(ctx, [cg_idx]);
    ctx.changed(batchEntity, cg_idx);
    return { back: 1, kept: 0 };
  },
};

async function getReplacement(ctx: Context, act: number): Promise<Replacement & { cg_idx: number }> {
  const { entity_id: code, after } = await getAct(ctx, act);
  const cg_idx = (await findCode(ctx.db, code))?.cg_idx;
  if (typeof cg_idx !== 'number') throw codeMessages.error(404, 'code.not_found');
  return { code, twin: String(Object(after).replaced_by), cg_idx };
}
