import type { Context } from '#kernel/work/context.ts';
import { type Learner, type LearnerHistory, LearnerInCall, type LearnerRegistration } from './learner.contract.ts';
import { learnerMessages } from './learner.messages.ts';
import type { LearnerWords } from './learner.messages.ts';
import { countOf, listOf } from './learner.read.ts';

/** The learner that a call names, by reference or by ID. */
export function learnerOf(ctx: Context, ref: string): string {
  const id = ctx.refs.idOf(ref);
  if (id !== undefined) return id;
  const given = LearnerInCall.safeParse(ref);
  if (!given.success) throw learnerMessages.errorWith(422, 'learner.no_id', { field: 'ref' });
  return given.data;
}

/** The learner that the address of a page names: only by reference, since addresses are in logs and referrers. */
export function learnerOfPage(ctx: Context, ref: string): string {
  const id = ctx.refs.idOf(ref);
  if (id === undefined) throw learnerMessages.error(404, 'learner.not_found');
  return id;
}

/** What a learner has and had. */
export async function readLearner(ctx: Context, learner_id: string, page: number): Promise<Learner> {
  const [figures, registrations] = await Promise.all([countOf(ctx, learner_id), listOf(ctx, learner_id, page)]);
  return {
    learner_id,
    ref: ctx.refs.of(learner_id),
    ...figures,
    registrations,
    history: historyOf(ctx, registrations),
  };
}

// What one looks back at on the telephone; the trail has the rest.
const shown = 50;

/** What became of these registrations. */
function historyOf(ctx: Context, registrations: readonly LearnerRegistration[]): LearnerHistory[] {
  const t = ctx.translate<LearnerWords>();
  const events = registrations.flatMap(({ collection: about, registered_at, canceled_at, event }) => [
    { at: registered_at, actor: null, action: t(event === null ? 'learner.did_redeem' : 'learner.did_join'), about },
    ...(canceled_at > 0 ? [{ at: canceled_at, actor: null, action: t('learner.was_canceled'), about }] : []),
  ]);
  return events.toSorted((one, other) => other.at - one.at).slice(0, shown);
}
