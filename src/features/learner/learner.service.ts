import { listTries } from '#features/registration/tries.public.ts';
import type { Records } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Learner, LearnerInCall } from './learner.contract.ts';
import { historyOf } from './learner-history.service.ts';
import { learnerMessages } from './learner.messages.ts';
import { countOf, listOf } from './learner.read.ts';
import { findByNumber, findErased } from './learner.store.ts';

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
  const [erased_at, figures, registrations, history, tries] = await Promise.all([
    findErased(ctx, learner_id),
    countOf(ctx, learner_id),
    listOf(ctx, learner_id, page),
    historyOf(ctx, records, learner_id),
    listTries(ctx, { learner_id }, { limit: shownTries }),
  ]);
  return { learner_id, ref: ctx.refs.of(learner_id), erased_at, ...figures, registrations, tries, history };
}

// As many as one looks at on the telephone.
const shownTries = 10;
