import type { FaultKind } from '#kernel/desk/faults.ts';
import { findLastAct } from '#kernel/records/acts.ts';
import type { Context } from '#kernel/work/context.ts';
import { fixAction } from './fault.rules.ts';
import type { LastFixProps } from './last-fix.tsx';

// For how long it is offered to undo it. Milliseconds.
const shownMs = 7 * 86_400_000;

/** The last fix of a kind of fault in a week that was not undone as a whole. */
export async function findLastFix(ctx: Context, kind: FaultKind): Promise<LastFixProps['last']> {
  const since = new Date(ctx.now.getTime() - shownMs);
  const found = await findLastAct(ctx, { action: fixAction(kind), like: { fault: kind.fault }, since });
  if (!found) return null;
  const { act_idx: act, at, actor, after } = found;
  return { act, at, actor, count: Number(Object(after).count) };
}
