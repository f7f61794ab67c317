import { collectionEntity } from '#features/collection/collection.public.ts';
import type { FieldProblem } from '#kernel/messages/errors.ts';
import { timeText } from '#kernel/messages/time-text.ts';
import type { RecordKind } from '#kernel/records/change-record.ts';
import { localTime } from '#kernel/text/zoned-time.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { reservationMessages } from './reservation.messages.ts';
import { isImage, reservationEntity } from './reservation.rules.ts';
import { findReservation, lockReservation, type ReservationRow } from './reservation.store.ts';

/** A reservation as a record kind; its changes also appear in the history of its collection. */
export const reservationKind: RecordKind<number, ReservationRow> = {
  entity: reservationEntity,
  missing: () => reservationMessages.error(404, 'reservation.not_found'),
  find: (ctx, key) => findReservation(ctx.db, key),
  lock: (ctx, key) => lockReservation(ctx.db, key),
  id: ({ res_idx }) => res_idx,
  audited: ({ cid, target, locale, value, apply_at, zone, based_on, anyway, follows, foreseen, status }) => ({
    cid,
    target,
    locale,
    [isImage(target) ? 'image' : 'value']: value,
    apply_at: `${localTime(zone, apply_at).replace('T', ' ')} ${zone}`,
    based_on,
    anyway,
    follows,
    foreseen: foreseen?.[0] ?? null,
    status,
  }),
  partOf: ({ cid }) => ({ entity: collectionEntity, id: cid }),
};

/**
 * Why a reservation failed, in the caller's language; times in the problem are stored as seconds, and the system, which
 * applied another reservation, as an empty name.
 */
export function problemText(ctx: Context, problem: FieldProblem | null): string | null {
  if (problem === null) return null;
  const { at, name } = problem.values ?? {};
  return ctx.text(problem.key, {
    ...problem.values,
    ...(typeof at === 'number' && { time: timeText(ctx, at) }),
    ...(name === '' && { name: ctx.text('actor.system') }),
  });
}
