import { findEvents } from '#features/event/event-of-code.public.ts';
import { foreseeMove, type Move, moveRegistrations } from '#features/registration/move.public.ts';
import { beginAct } from '#kernel/records/acts.ts';
import type { Context } from '#kernel/work/context.ts';
import { learnerMessages } from './learner.messages.ts';
import { learnerKind } from './learner.record.ts';
import { numberLearners } from './learner.store.ts';
import type { MoveDone } from './move.contract.ts';
import { countShown, describeCollections } from './move.read.ts';

interface Requested {
  from: string;
  to: string;
  /** Registrations, or all. */
  ids: readonly number[] | null;
  memo: string;
  dry_run: boolean;
}

/** Moves some registrations of a learner to another ID, or merges them all into it. Answers how many, and what else it does. */
export async function moveLearner(
  ctx: Context,
  { from, to, ids, memo, dry_run }: Requested,
): Promise<MoveDone & { count: number }> {
  if (from === to) throw learnerMessages.errorWith(422, 'learner.is_same', { field: ids ? 'to' : 'into' });
  const wanted = { from, to, ids: ids && [...new Set(ids)] };
  const numbers = dry_run ? null : await numberLearners(ctx, [from, to]);
  const known = await countShown(ctx, [from, to]);
  if (!numbers) return describe(ctx, wanted, { move: await foreseeMove(ctx, wanted), known, act: null });
  const act = await beginAct(ctx);
  const move = await moveRegistrations(ctx, act, wanted);
  if (move.moving.size === 0) return describe(ctx, wanted, { move, known, act: null });
  const done = await describe(ctx, wanted, { move, known, act });
  const [one, other] = [numbers.get(from) ?? 0, numbers.get(to) ?? 0];
  ctx.audit({
    entity: learnerKind,
    id: one,
    action: `${learnerKind}.${ids ? 'moved' : 'merged'}`,
    after: { to: other, count: done.count, both: done.kept.both ?? 0 },
    reason: memo || undefined,
    of: { entity: learnerKind, id: other },
    act,
  });
  for (const idx of [one, other]) ctx.changed(learnerKind, idx);
  return done;
}

type Known = Awaited<ReturnType<typeof countShown>>;

async function describe(
  ctx: Context,
  { from, to, ids }: Pick<Requested, 'from' | 'to' | 'ids'>,
  { move, known, act }: { move: Move; known: Known; act: number | null },
): Promise<MoveDone & { count: number }> {
  const isShown = ({ shown_in }: { shown_in: number | null }) => shown_in === null;
  const count = move.rows.filter((row) => move.moving.has(row.reg_idx) && isShown(row)).length;
  const both = move.placed.filter(({ row, is }) => isShown(row) && !isShown(is)).length;
  const unknown = (ids?.length ?? count) - count;
  const side = (learner_id: string, change: number) => {
    const { count: before, since } = known(learner_id);
    return { learner_id, ref: ctx.refs.of(learner_id), since, before, after: before + change };
  };
  return {
    count,
    kept: { ...(both > 0 && { both }), ...(unknown > 0 && { unknown }) },
    act_idx: act,
    from: side(from, -count),
    to: side(to, count - both),
    collections: await describeCollections(ctx, move),
    events: await describeEvents(ctx, move, act !== null),
  };
}

/** The events whose number of participants changes. */
async function describeEvents(ctx: Context, { places }: Move, isDone: boolean): Promise<MoveDone['events']> {
  if (places.size === 0) return [];
  const events = await findEvents(ctx.db, [...places.keys()]);
  return events.map(({ event_idx, name, participants, participant_limit }) => {
    const change = places.get(event_idx) ?? 0;
    const before = isDone ? participants - change : participants;
    return { event_idx, name, before, after: before + change, participant_limit };
  });
}
