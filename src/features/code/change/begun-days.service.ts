import { beginAct } from '#kernel/records/acts.ts';
import type { Selection } from '#kernel/records/selection.ts';
import { endWriter } from '#kernel/text/sheet-times.ts';
import type { Context } from '#kernel/work/context.ts';
import { notifyCodesChanged } from '../code-changes.ts';
import { endsAfter } from '../code-end.read.ts';
import type { CodeFilter } from '../find/code-filter.contract.ts';
import { changeWaiting, lockBatchesOf, noteAct } from './code-change.store.ts';
import { countCodes } from './code-slices.ts';

/** Which codes left, and when. */
interface Left {
  filter: CodeFilter;
  /** The batches they are of. */
  batches: readonly number[];
  at: Date;
}

/**
 * Begins the days of codes that leave: those of batches whose codes end some days after their delivery, and of these the ones
 * that still wait for it. It is a change of their ends like any other: in the history, and with an undo, after which they wait
 * again.
 */
export async function beginDays(ctx: Context, { filter, batches, at }: Left): Promise<void> {
  const ends = await endsAfter({ ...ctx, now: at }, batches, 'delivery');
  if (ends.size === 0) return;
  await lockBatchesOf(ctx, [...ends.keys()]);
  const selection: Selection<CodeFilter> = { filter, except: [] };
  const byEnd = Map.groupBy(ends.keys(), (cg_idx) => ends.get(cg_idx) ?? 0);
  // An act has one end: one for all batches with as many days, which is all of them in most files.
  for (const [value, some] of byEnd) {
    const act = await beginAct(ctx);
    const changed = await changeWaiting(ctx, act, { selection, value, batches: some });
    const count = countCodes(changed);
    if (count === 0) continue;
    await noteAct(ctx, { act, field: 'valid_until', value, memo: '' }, changed);
    const after = { count, valid_until: endWriter(ctx.timeZone)(String(value)) || null };
    ctx.audit({ entity: 'code_act', id: act, action: 'code_act.updated', after, act });
    notifyCodesChanged(ctx, changed.keys());
  }
}
