import { latestActs } from '#features/audit/audit.public.ts';
import { listTries } from '#features/registration/tries.public.ts';
import type { Records } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Learner, type LearnerHistory, LearnerInCall, type LearnerRegistration } from './learner.contract.ts';
import { learnerMessages, type LearnerWords } from './learner.messages.ts';
import { countOf, listOf } from './learner.read.ts';
import { learnerKind } from './learner.record.ts';
import { findByNumber, findErased, findNumber } from './learner.store.ts';

/** The learner that a call names, by reference or by ID. */
export function learnerOf(ctx: Context, ref: string): string {
  const id = ctx.refs.idOf(ref);
  if (id !== undefined) return id;
  const given = LearnerInCall.safeParse(ref);
  if (!given.success) throw learnerMessages.errorWith(422, 'learner.no_id', { field: 'ref' });
  return given.data;
}

/**
 * The learner that the address of a page names: by reference, or by the number that the trail has, and never by ID, since
 * addresses are in logs and referrers.
 */
export async function learnerOfPage(ctx: Context, ref: string): Promise<string> {
  const id = ctx.refs.idOf(ref) ?? (/^\d{1,9}$/.test(ref) ? await findByNumber(ctx, Number(ref)) : undefined);
  if (id === undefined) throw learnerMessages.error(404, 'learner.not_found');
  return id;
}

/** What a learner has and had. */
export async function readLearner(ctx: Context, records: Records, learner_id: string, page: number): Promise<Learner> {
  const [erased_at, figures, registrations, acts, tries] = await Promise.all([
    findErased(ctx, learner_id),
    countOf(ctx, learner_id),
    listOf(ctx, learner_id, page),
    actsOf(ctx, records, learner_id),
    listTries(ctx, { learner_id }, { limit: shownTries }),
  ]);
  const history = [...acts, ...historyOf(ctx, registrations)].toSorted((one, other) => other.at - one.at);
  return {
    learner_id,
    ref: ctx.refs.of(learner_id),
    erased_at,
    ...figures,
    registrations,
    tries,
    history: history.slice(0, shown),
  };
}

// What one looks back at on the telephone; the trail has the rest.
const shown = 50;

// As many as one looks at on the telephone.
const shownTries = 10;

/** What staff did for a learner. */
async function actsOf(ctx: Context, records: Records, learner: string): Promise<LearnerHistory[]> {
  const number = await findNumber(ctx, learner);
  if (number === undefined) return [];
  const acts = await latestActs(ctx, records, { entity: learnerKind, id: String(number), count: shown });
  return acts.map(({ at, actor, action, part, change }) => ({
    at,
    actor,
    action,
    about: [part, change && `${change.field}: ${change.after ?? ''}`].filter(Boolean).join(', '),
  }));
}

/** What became of these registrations. */
function historyOf(ctx: Context, registrations: readonly LearnerRegistration[]): LearnerHistory[] {
  const t = ctx.translate<LearnerWords>();
  return registrations.flatMap(({ collection: about, registered_at, canceled_at, event }) => [
    { at: registered_at, actor: null, action: t(event === null ? 'learner.did_redeem' : 'learner.did_join'), about },
    ...(canceled_at > 0 ? [{ at: canceled_at, actor: null, action: t('learner.was_canceled'), about }] : []),
  ]);
}
