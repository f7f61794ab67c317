import { collectionEntity } from '#features/collection/collection.public.ts';
import type { RecordKind } from '#kernel/records/change-record.ts';
import { localTime } from '#kernel/text/zoned-time.rules.ts';
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
