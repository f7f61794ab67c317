import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { showReservations } from '../reservation.read.ts';
import { reservationQueries } from '../reservation-filter.contract.ts';
import { findListed } from './reservation-filter.read.ts';
import { reservationListOffer } from './reservation-filter.rules.ts';
import { countReservations, exportReservations, listReservations } from './reservation-list.read.ts';
import type ReservationList from './reservation-list.view.tsx';

export function reservationListRoutes(kernel: Kernel): void {
  const { changeSets } = kernel;
  mountList(kernel, {
    offer: reservationListOffer,
    view: view<typeof ReservationList>('reservation/list/reservation-list'),
    follows: changeSets.scheduledEntities,
    title: (t) => t('reservation.heading'),
    queries: reservationQueries,
    views: {
      builtIn: [
        { label: 'reservation.status_scheduled', query: { status: 'scheduled', sort: 'time' } },
        { label: 'reservation.status_failed', query: { status: 'failed' } },
        { label: 'reservation.filter_conflicts', query: { conflicts: 'on', sort: 'time' } },
        { label: 'reservation.status_applied', query: { status: 'applied' } },
      ],
    },
    find: async (ctx, filter, request) => {
      const found = await listReservations(ctx, changeSets, filter, request);
      return { ...found, rows: await showReservations(ctx, kernel.storage, found.rows) };
    },
    listed: (ctx, filter) => findListed(ctx, changeSets, filter),
    marked: { kind: 'reservation', id: ({ res_idx }) => String(res_idx) },
    count: (ctx, filter) => countReservations(ctx, changeSets, filter),
    sheet: {
      summary: 'The scheduled changes of the list, in its order, as a sheet',
      title: 'reservations',
      of: (ctx, filter, order) => exportReservations(ctx, changeSets, filter, order),
    },
    more: async (ctx) => ({ now: inSeconds(ctx.now) }),
  });
}
