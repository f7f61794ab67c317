import { changeEnds, foreseeEnds } from '#features/registration/ends.public.ts';
import type { EndChange, EndPlan } from '#features/registration/ends-rules.public.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { endWriter } from '#kernel/text/sheet-times.ts';
import type { Context } from '#kernel/work/context.ts';
import { endOfDay, momentOf } from '#kernel/work/days.ts';
import { learnerMessages } from '../learner.messages.ts';
import { countOf } from '../learner.read.ts';
import { learnerKind } from '../learner.record.ts';
import { numberLearners } from '../learner.store.ts';
import type { EndsDone } from './ends.contract.ts';
import { titlesOf } from './ends.read.ts';

interface Requested {
  learner: string;
  ids: readonly number[];
  change: EndChange;
  memo: string;
  dry_run: boolean;
}

const verbs = { extend: 'extended', cancel: 'canceled', restore: 'restored', again: 'given' } as const;

/** Extends, cancels, restores registrations of a learner, or gives one again. Answers how many, and what becomes of them. */
export async function changeLearnerEnds(
  ctx: Context,
  { learner, ids, change, memo, dry_run }: Requested,
): Promise<EndsDone & { count: number }> {
  const request = { learner, ids, change };
  if (dry_run) return describe(ctx, learner, { plan: await foreseeEnds(ctx, request), act: null });
  const number = (await numberLearners(ctx, [learner])).get(learner) ?? 0;
  const act = await beginAct(ctx);
  const { active } = await countOf(ctx, learner);
  const plan = await changeEnds(ctx, act, { ...request, memo });
  if (plan.changed.length === 0) return describe(ctx, learner, { plan, act: null, active });
  ctx.audit({
    entity: learnerKind,
    id: number,
    action: `${learnerKind}.${verbs[change.act]}`,
    after: { count: plan.changed.length, ...termsOf(ctx, change) },
    reason: memo || undefined,
    act,
  });
  ctx.changed(learnerKind, number);
  return describe(ctx, learner, { plan, act, active });
}

/** By how much, or until when, as the trail tells it. */
function termsOf({ timeZone }: Context, change: EndChange): { days?: number; until?: string | null } {
  if ('days' in change) return { days: change.days };
  return 'until' in change ? { until: endWriter(timeZone)(String(change.until)) || null } : {};
}

/** What the body of an extension asks for: either days or an end ahead. */
export async function extensionOf(
  ctx: Context,
  { days, until }: { days?: number | undefined; until?: string | number | undefined },
): Promise<EndChange> {
  if ((days === undefined) === (until === undefined))
    throw learnerMessages.errorWith(422, 'learner.days_or_until', { field: until === undefined ? 'days' : 'until' });
  if (days !== undefined) return { act: 'extend', days };
  const end = await momentOf(ctx, until ?? 0, endOfDay);
  if (end !== 0 && end <= inSeconds(ctx.now))
    throw learnerMessages.errorWith(422, 'learner.until_past', { field: 'until' });
  return { act: 'extend', until: end };
}

// As many as a dialog shows.
const named = 50;

interface Made {
  plan: EndPlan;
  act: number | null;
  /** How many were active before, if it is done. */
  active?: number;
}

async function describe(
  ctx: Context,
  learner: string,
  { plan, act, active }: Made,
): Promise<EndsDone & { count: number }> {
  const now = inSeconds(ctx.now);
  const sides = plan.changed.map(({ row, is }) => ({ row, before: sideOf(row, now), after: sideOf(is, now) }));
  const gained = sides.reduce(
    (sum, { before, after }) => sum + Number(after.status === 'active') - Number(before.status === 'active'),
    0,
  );
  const had = active ?? (await countOf(ctx, learner)).active;
  const shown = sides.slice(0, named);
  const titleOf = await titlesOf(
    ctx,
    shown.map(({ row }) => row.cidx),
  );
  return {
    count: plan.changed.length,
    kept: plan.kept,
    act_idx: act,
    active: { before: had, after: had + gained },
    registrations: shown.flatMap(({ row: { reg_idx, cidx }, before, after }) => {
      const title = titleOf(cidx);
      return title ? [{ reg_idx, ...title, before, after }] : [];
    }),
  };
}

const sideOf = ({ ends, canceled_at }: { ends: number; canceled_at: number }, now: number) => ({
  until: ends,
  status:
    canceled_at > 0 ? ('canceled' as const) : ends > 0 && ends <= now ? ('expired' as const) : ('active' as const),
});
