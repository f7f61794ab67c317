import { latestActs } from '#features/audit/audit.public.ts';
import { listTries } from '#features/registration/tries.public.ts';
import type { Records } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import type { LearnerHistory } from './learner.contract.ts';
import type { LearnerWords } from './learner.messages.ts';
import { listMade } from './learner.read.ts';
import { learnerKind } from './learner.record.ts';
import { findNumber } from './learner.store.ts';

// What one looks back at on the telephone; the trail has the rest.
const shown = 50;

/** What happened to a learner, the newest first: what they redeemed and joined, what was refused, and what staff did. */
export async function historyOf(ctx: Context, records: Records, learner: string): Promise<LearnerHistory[]> {
  const acts = await actsOf(ctx, records, learner);
  const [made, refused] = await Promise.all([madeOf(ctx, learner, acts), refusedOf(ctx, learner)]);
  const all = [...acts, ...refused, ...made];
  // Of what happened within a second, an act follows a try, and both follow what was redeemed.
  return all.toSorted((one, other) => other.at - one.at).slice(0, shown);
}

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
    code: null,
  }));
}

/** What a learner redeemed and joined, and which of it was cancelled otherwise than by one of these acts. */
async function madeOf(
  ctx: Context,
  learner: string,
  acts: readonly Pick<LearnerHistory, 'at'>[],
): Promise<LearnerHistory[]> {
  const t = ctx.translate<LearnerWords>();
  const made = await listMade(ctx, learner, shown);
  const actTimes = new Set(acts.map(({ at }) => at));
  return made.flatMap(({ collection: about, registered_at, canceled_at, code }) => {
    const entry = { actor: null, about, code };
    const action = t(code === null ? 'learner.did_join' : 'learner.did_redeem');
    const isCancelled = canceled_at > 0 && !actTimes.has(canceled_at);
    return [
      ...(isCancelled ? [{ ...entry, at: canceled_at, action: t('learner.was_canceled') }] : []),
      { ...entry, at: registered_at, action },
    ];
  });
}

/** What a learner tried in vain; why, the tries say in the language of who calls. A code that was never issued is not known. */
async function refusedOf(ctx: Context, learner_id: string): Promise<LearnerHistory[]> {
  const action = ctx.translate<LearnerWords>()('learner.was_refused');
  const tries = await listTries(ctx, { learner_id }, { limit: shown });
  return tries.map(({ at, code }) => ({ at, actor: null, action, about: '', code }));
}
