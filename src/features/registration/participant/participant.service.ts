import { addParticipant, freePlace, lockEvent } from '#features/event/event-of-code.public.ts';
import { beginAct } from '#kernel/records/acts.ts';
import type { Context } from '#kernel/work/context.ts';
import { lockLearners } from '../learner-lock.ts';
import { registrationMessages } from '../registration.messages.ts';
import { registrationEntity } from '../registration.public.ts';
import { findJoined } from '../registration.store.ts';
import { deleteParticipant, findParticipant, findRemoved, insertRemoved, lockCollection } from './participant.store.ts';

/** Takes a participant out of an event. The event is locked first, as by learners who join. */
export async function removeParticipant(
  ctx: Context,
  { event_idx, reg_idx }: { event_idx: number; reg_idx: number },
): Promise<void> {
  const act = await beginAct(ctx);
  await lockEvent(ctx.db, event_idx);
  const participant = await findParticipant(ctx.db, { event_idx, reg_idx });
  if (!participant) throw registrationMessages.error(404, 'registration.no_participant');
  const before = { learner_id: participant.learner_id, cid: participant.cid, event_idx };
  await deleteParticipant(ctx.db, { act, before });
  await freePlace(ctx.db, event_idx);
  ctx.audit({
    entity: registrationEntity,
    id: reg_idx,
    action: `${registrationEntity}.deleted`,
    before,
    of: { entity: 'event', id: event_idx },
    act,
  });
  ctx.changed(registrationEntity, reg_idx);
}

/** Brings back a participant that was taken out, if there still is a place and the learner has not joined again. */
export async function insertParticipant(ctx: Context, id: string, of: number): Promise<void> {
  const removed = await findRemoved(ctx.db, of);
  const { event_idx, cidx } = removed;
  const event = await lockEvent(ctx.db, event_idx);
  await lockLearners(ctx.db, [removed.learner_id]);
  // The ID may have been erased before it was locked.
  const { learner_id } = await findRemoved(ctx.db, of);
  if (!event) throw registrationMessages.error(409, 'registration.event_gone');
  if (await findJoined(ctx.db, { event_idx, learner_id }))
    throw registrationMessages.error(409, 'registration.joined_again');
  if (!(await lockCollection(ctx.db, cidx))) throw registrationMessages.error(409, 'registration.collection_gone');
  if (!(await addParticipant(ctx.db, event_idx)))
    throw registrationMessages.error(409, 'registration.event_full', { count: event.participant_limit });
  const { cid } = await insertRemoved(ctx.db, { of, event_idx, reg_idx: Number(id) });
  ctx.audit({ entity: registrationEntity, id, action: 'registration.redeemed', after: { learner_id, cid, event_idx } });
  ctx.changed(registrationEntity, id);
}
