import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { awaits } from './approval.rules.ts';
import { listPending } from './approval.store.ts';
import { secondPersonHref } from './second-person.setting.ts';

// More than anybody steps through.
const most = 200;

/**
 * Where a plan stands among those that wait for the caller, in the order of the start page; null if no other one waits, or
 * this one does not. Positions begin with 1.
 */
export async function stepsAt(ctx: Context, apprIdx: number) {
  const me = staffOf(ctx.actor)?.staffId ?? '';
  const pending = await listPending(ctx, inSeconds(ctx.now), most);
  const ids = pending.filter((row) => awaits(row, me)).map(({ appr_idx: id }) => String(id));
  const index = ids.indexOf(String(apprIdx));
  if (index === -1 || ids.length === 1) return null;
  return {
    listUrl: secondPersonHref,
    position: index + 1,
    count: ids.length,
    isMore: pending.length >= most,
    previous: ids[index - 1] ?? null,
    next: ids[index + 1] ?? null,
  };
}
