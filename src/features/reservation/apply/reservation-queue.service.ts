import { collectionEntity } from '#features/collection/collection.public.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import type { ScheduledSets } from '#kernel/changesets/due-sets.ts';
import { comingValues } from '../coming.read.ts';
import type { ReservationRow } from '../reservation.store.ts';
import { reservationKind } from '../reservation-record.service.ts';
import { applyReservation } from './apply-reservation.service.ts';
import { claimDue } from './reservation-due.store.ts';

/** Reservations as the queue applies them: those of one collection in order, collections independently of each other. */
export const reservationSets = ({ kinds }: ChangeSets): ScheduledSets<ReservationRow> => ({
  stored: reservationKind,
  coming: comingValues,
  // Requests need connections too.
  workers: 4,
  // Others have their turn after this time.
  turnMs: 200,
  records: async (_ctx, { cid }) => [{ kind: collectionEntity, ids: [cid] }],
  lane: ({ cid }) => cid,
  claim: (ctx, { except, only }) => claimDue(ctx, { except, ...(only && { only: only.res_idx }) }),
  apply: (ctx, row) => applyReservation(ctx, kinds, row),
});
