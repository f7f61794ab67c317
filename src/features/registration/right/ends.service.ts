import { type ChangedRight, changeRights, lockCodes, rightsBack } from '#features/code/code-change.public.ts';
import type { SetsBack } from '#kernel/records/undoable.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { registrationEntity } from '../registration.public.ts';
import { type EndChange, type EndedRegistration, type EndPlan, planEnds } from './ends.rules.ts';
import { endedBack, lockJoined, readEnding, rightOf, withShortened, writeEnds } from './ends.store.ts';

/** Which registrations of which learner an act is about, and what it asks for. */
export interface EndRequest {
  learner: string;
  ids: readonly number[];
  change: EndChange;
}

/** What an act would do now. */
export async function foreseeEnds(ctx: Context, { learner, ids, change }: EndRequest): Promise<EndPlan> {
  const rows = await readEnding(ctx, learner, ids);
  const known = change.act === 'again' ? await Promise.all(rows.map((row) => withShortened(ctx, row))) : rows;
  return planEnds(known, ids, change, inSeconds(ctx.now));
}

/**
 * Extends, cancels, restores or gives registrations again as part of an act: those by codes with their codes, which then
 * count in reports, statements and for the portal as if the codes were changed. Who calls has locked the learner.
 */
export async function changeEnds(ctx: Context, act: number, request: EndRequest & { memo: string }): Promise<EndPlan> {
  const rows = await readEnding(ctx, request.learner, request.ids);
  await lockJoined(
    ctx,
    rows.map(({ reg_idx }) => reg_idx),
  );
  await lockCodes(
    ctx,
    rows.flatMap(({ code }) => code ?? []),
  );
  const plan = await foreseeEnds(ctx, request);
  const changed = [...plan.changed, ...plan.within];
  await changeRights(ctx, act, changed.flatMap(rightChanged), {
    field: request.change.act === 'cancel' || request.change.act === 'restore' ? 'is_canceled' : 'expired_date',
    memo: request.memo,
  });
  await writeEnds(
    ctx,
    act,
    changed.filter(({ row }) => row.code === null),
  );
  for (const { row } of changed) ctx.changed(registrationEntity, row.reg_idx);
  return plan;
}

const rightChanged = ({ row, is }: EndedRegistration): ChangedRight[] =>
  row.code === null ? [] : [{ code: row.code, was: rightOf(row), is: rightOf(is) }];

/** The ends and cancellations that nobody changed since come back: of registrations by events, and of the codes of the others. */
export const endsBack: SetsBack = { sets: () => [endedBack, rightsBack] };
