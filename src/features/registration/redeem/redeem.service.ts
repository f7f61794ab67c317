import { activateCode, findCode, lockCode, type StoredCode } from '#features/code/code.public.ts';
import {
  addParticipant,
  type EventRecord,
  expiryOf,
  findEventOfCode,
  isFull,
  lockEventOfCode,
  statusOf,
} from '#features/event/event-of-code.public.ts';
import type { AppError } from '#kernel/messages/errors.ts';
import { timeText } from '#kernel/messages/time-text.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { NearCode } from '../near/near-codes.contract.ts';
import { registrationMessages } from '../registration.messages.ts';
import { registrationEntity } from '../registration.public.ts';
import {
  findBatch,
  findJoined,
  findRegistrationOfCode,
  insertRegistration,
  type MadeRegistration,
} from '../registration.store.ts';
import type { Redeem, Redeemable, Registered } from './redeem.contract.ts';

/** The error code for a code that does not exist. */
export const unknownCode = 'registration.unknown_code';

/** The refusal of a code that does not exist; for staff with what they may have meant. */
export const unknown = (details?: { near: NearCode[] }): AppError =>
  registrationMessages.errorWith(404, unknownCode, { field: 'code', details });

/**
 * Redeems a code for a learner: makes the only registration of an access code, or takes a place in an event. A learner
 * who has already joined the event gets that registration again.
 */
export async function redeemCode(ctx: Context, { code, learner_id }: Redeem): Promise<Registered> {
  const locked = await lockCode(ctx.db, code);
  return locked ? useCode(ctx, { code, locked, learner_id }) : joinEvent(ctx, code, learner_id);
}

type LockedCode = NonNullable<Awaited<ReturnType<typeof lockCode>>>;

async function useCode(
  ctx: Context,
  { code, locked, learner_id }: Redeem & { locked: LockedCode },
): Promise<Registered> {
  const refusal = refusalOfCode(ctx, locked);
  if (refusal) throw refusal;
  const { cidx } = await findBatch(ctx.db, locked.cg_idx);
  const now = inSeconds(ctx.now);
  await activateCode(ctx.db, code, now);
  const terms = { registered_at: now, expires_at: 0, event_idx: null };
  const made = await insertRegistration(ctx.db, { ...terms, cidx, learner_id, code });
  record(ctx, made, { code });
  return { ...made, ref: ctx.refs.of(learner_id), code, kind: 'code', event_idx: null, repeated: false };
}

async function joinEvent(ctx: Context, code: string, learner_id: string): Promise<Registered> {
  const event = await lockEventOfCode(ctx.db, code);
  if (!event) throw unknown();
  const { event_idx, cidx } = event;
  const answer = { ref: ctx.refs.of(learner_id), code, kind: 'event', event_idx } as const;
  const joined = await findJoined(ctx.db, { event_idx, learner_id });
  if (joined) return { ...joined, ...answer, repeated: true };
  const refusal = refusalOfEvent(ctx, event);
  if (refusal) throw refusal;
  if (!(await addParticipant(ctx.db, event_idx))) throw full(event);
  const now = inSeconds(ctx.now);
  const terms = { registered_at: now, expires_at: expiryOf(event, now), code: null };
  const made = await insertRegistration(ctx.db, { ...terms, cidx, learner_id, event_idx });
  record(ctx, made, { event_idx });
  return { ...made, ...answer, repeated: false };
}

/** Records a registration; one by access code also in the history of its code. An event lists its participants. */
function record(ctx: Context, made: MadeRegistration, by: { code: string } | { event_idx: number }): void {
  const { reg_idx, learner_id, cid } = made;
  ctx.audit({
    entity: registrationEntity,
    id: reg_idx,
    action: 'registration.redeemed',
    after: { learner_id, cid, ...by },
    ...('code' in by && { of: { entity: 'code', id: by.code } }),
  });
  ctx.changed(registrationEntity, reg_idx);
}

/** What a code is and what it gives, for staff to look at; takes no locks. */
export async function getRedeemable(ctx: Context, code: string): Promise<Redeemable> {
  const stored = await findCode(ctx.db, code);
  if (!stored) throw unknown();
  const now = inSeconds(ctx.now);
  if (stored.cg_idx !== null) {
    const [batch, made] = await Promise.all([findBatch(ctx.db, stored.cg_idx), findRegistrationOfCode(ctx.db, code)]);
    const expires_at = made?.expires_at ?? (stored.length === 0 ? 0 : now + stored.length * daySeconds);
    const of = { ...batch, event_idx: null, event: null, expires_at };
    return {
      code,
      kind: 'code',
      ...of,
      ...described(ctx, refusalOfCode(ctx, stored)),
      redeemed_by: made?.learner_id ?? null,
      ref: made ? ctx.refs.of(made.learner_id) : null,
    };
  }
  const event = await findEventOfCode(ctx.db, code);
  if (!event) throw unknown();
  const { event_idx, name, cid, collection } = event;
  const of = { cust_idx: null, customer: null, cg_idx: null, batch: null, event_idx, event: name, cid, collection };
  const expires_at = expiryOf(event, now);
  return {
    code,
    kind: 'event',
    ...of,
    expires_at,
    ...described(ctx, refusalOfEvent(ctx, event)),
    redeemed_by: null,
    ref: null,
  };
}

const daySeconds = 86_400;

const described = (ctx: Context, refusal: AppError | null) => ({
  problem: refusal && { code: refusal.code, message: ctx.text(refusal.code, refusal.values) },
});

/** Why an access code cannot be redeemed now; a used code is reported as used even if it has expired since. */
function refusalOfCode(ctx: Context, code: StoredCode): AppError | null {
  const now = inSeconds(ctx.now);
  const { cancelled_at: cancelled, activated_date: used, valid_from: from, valid_until: until } = code;
  const at = (seconds: number) => ({ time: timeText(ctx, seconds) });
  if (cancelled > 0) return registrationMessages.error(422, 'registration.code_canceled', at(cancelled));
  if (used > 0) return registrationMessages.error(409, 'registration.code_used', at(used));
  if (until > 0 && until <= now) return registrationMessages.error(422, 'registration.code_expired', at(until));
  return from > now ? registrationMessages.error(422, 'registration.code_not_yet', at(from)) : null;
}

/** Why an event cannot be joined now. */
function refusalOfEvent(ctx: Context, event: EventRecord): AppError | null {
  const at = (seconds: number) => ({ time: timeText(ctx, seconds) });
  const status = statusOf(event, inSeconds(ctx.now));
  if (status === 'canceled') return registrationMessages.error(422, 'registration.event_paused');
  if (status === 'waiting') return registrationMessages.error(422, 'registration.event_waiting', at(event.from));
  if (status === 'completed') return registrationMessages.error(422, 'registration.event_completed', at(event.until));
  return isFull(event) ? full(event) : null;
}

const full = ({ participant_limit: count }: EventRecord) =>
  registrationMessages.error(409, 'registration.event_full', { count });
