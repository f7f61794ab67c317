import { collectionEntity } from '#features/collection/collection.public.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import type { ScheduledSets } from '#kernel/changesets/due-sets.ts';
import { comingValues } from '../coming.read.ts';
import { reservationEntity } from '../reservation.rules.ts';
import { findReservation, type ReservationRow } from '../reservation.store.ts';
import { applyReservation } from './apply-reservation.service.ts';
import { claimDue } from './due.store.ts';

/** Reservations as the queue applies them: those of one collection in order, collections independently of each other. */
export const reservationSets = ({ kinds }: ChangeSets): ScheduledSets<ReservationRow> => ({
  source: reservationEntity,
  key: 'res_idx',
  coming: comingValues,
  // Requests need connections too.
  workers: 4,
  // Others have their turn after this time.
  turnMs: 200,
  setOf: ({ res_idx: resIdx }) => resIdx,
  records: async (_ctx, { cid }) => [{ kind: collectionEntity, ids: [cid] }],
  lane: ({ cid }) => cid,
  find: (ctx, resIdx) => findReservation(ctx.db, resIdx),
  claim: (ctx, { except, only }) => claimDue(ctx, { except, ...(only && { only: only.res_idx }) }),
  apply: (ctx, row) => applyReservation(ctx, kinds, row),
  partOf: ({ cid }) => ({ entity: collectionEntity, id: cid }),
});
