import { collectionEntity } from '#features/collection/collection.public.ts';
import { storedSets } from '#kernel/changesets/stored-sets.ts';
import { localTime } from '#kernel/text/zoned-time.rules.ts';
import { reservationMessages } from './reservation.messages.ts';
import { isImage, reservationEntity } from './reservation.rules.ts';
import { columns, type ReservationRow } from './reservation.store.ts';

/** A reservation as a record kind; its changes also appear in the history of its collection. */
export const reservationKind = storedSets<ReservationRow>({
  entity: reservationEntity,
  key: 'res_idx',
  columns,
  edited: [
    ...(['locale', 'value', 'has_image', 'apply_at', 'zone', 'based_on'] as const),
    ...(['anyway', 'follows', 'foreseen', 'status', 'problem', 'ended_at'] as const),
  ],
  requireOpen,
  timePast: () => reservationMessages.errorWith(422, 'reservation.time_past', { field: 'apply_at' }),
  missing: () => reservationMessages.error(404, 'reservation.not_found'),
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
});

/** Throws unless the reservation is scheduled or failed, and its collection still exists. */
function requireOpen({ status, cidx }: ReservationRow): void {
  if (status === 'applied') throw reservationMessages.error(409, 'reservation.was_applied');
  if (status === 'cancelled') throw reservationMessages.error(409, 'reservation.was_cancelled');
  if (cidx === null) throw reservationMessages.error(409, 'reservation.collection_gone');
}
