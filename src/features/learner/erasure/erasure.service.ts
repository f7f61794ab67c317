import { randomBytes } from 'node:crypto';
import { lockErased, noteErased } from '#features/registration/erase.public.ts';
import { registrationEntity } from '#features/registration/registration.public.ts';
import { beginAct } from '#kernel/records/acts.ts';
import type { PersonalCounts } from '#kernel/records/personal-names.rules.ts';
import { erasePersonal, type PersonalRows } from '#kernel/records/personal-rows.ts';
import type { TrailWitness } from '#kernel/records/trail-witness.ts';
import { namesId } from '#kernel/text/pseudonym.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { learnerMessages } from '../learner.messages.ts';
import { learnerKind } from '../learner.record.ts';
import { findErased, numberLearners } from '../learner.store.ts';
import type { Erased } from './erasure.contract.ts';
import { confirmation } from './erasure.rules.ts';
import { renameErased } from './erasure.store.ts';

interface Erasure {
  id: string;
  phrase: string;
  memo: string;
}

// Two of them are never the same by chance, and nothing about the ID can be found from one.
const newPseudonym = () => `erased-${randomBytes(6).toString('hex')}`;

/**
 * Puts a pseudonym in place of an ID everywhere, in one transaction. Whoever redeems for the ID meanwhile is erased as well,
 * or is a new learner afterwards. Throws 404 if nothing is stored of it.
 */
export async function eraseLearner(
  ctx: Context,
  stored: { personal: readonly PersonalRows[]; trail: TrailWitness },
  { id, phrase, memo }: Erasure,
): Promise<Erased> {
  if (phrase !== confirmation) throw learnerMessages.errorWith(422, 'learner.phrase_wrong', { field: 'phrase' });
  if (namesId(memo, id)) throw learnerMessages.errorWith(422, 'learner.memo_has_id', { field: 'memo' });
  const number = (await numberLearners(ctx, [id])).get(id) ?? 0;
  if ((await findErased(ctx, id)) > 0) throw learnerMessages.error(409, 'learner.is_erased');
  const registrations = await lockErased(ctx, id);
  const act = await beginAct(ctx);
  await noteErased(ctx, act, registrations);
  const pseudonym = newPseudonym();
  const erased = await erasePersonal(ctx, stored, { id, name: pseudonym });
  if (Object.keys(erased).length === 0) throw learnerMessages.error(404, 'learner.nothing_stored');
  await renameErased(ctx, number, pseudonym);
  const after = { count: sumOf(erased) };
  ctx.audit({
    entity: learnerKind,
    id: number,
    action: `${learnerKind}.erased`,
    after,
    reason: memo || undefined,
    act,
  });
  for (const reg_idx of registrations) ctx.changed(registrationEntity, reg_idx);
  ctx.changed(learnerKind, number);
  return { erased, pseudonym, ref: ctx.refs.of(pseudonym) };
}

const sumOf = (counts: PersonalCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);
