import { sortText } from '#kernel/db/list-page.ts';
import { pageSizes, pagingLimit } from '#kernel/db/paging.ts';
import { sendExport } from '#kernel/http/export.ts';
import { lookOf } from '#kernel/http/list-look.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { showReservations } from '../reservation.read.ts';
import { reservationListOffer } from './reservation-filter.rules.ts';
import { ReservationListQuery, reservationListApi } from './reservation-list.contract.ts';
import { countReservations, exportReservations, listReservations } from './reservation-list.read.ts';
import type ReservationList from './reservation-list.view.tsx';

export function reservationListRoutes({ api, web, views, storage }: Kernel): void {
  api(reservationListApi, {
    'GET /reservation/export': async ({ ctx, query: { as, sort, ...filter }, reply }) =>
      sendExport({ ctx, reply }, { title: 'reservations', as, ...(await exportReservations(ctx, filter, sort)) }),
  });
  views.add('/reservation', {
    builtIn: [
      { label: 'common.all', query: {} },
      { label: 'reservation.status_scheduled', query: { status: 'scheduled', sort: 'time' } },
      { label: 'reservation.status_failed', query: { status: 'failed' } },
      { label: 'reservation.filter_conflicts', query: { conflicts: 'on', sort: 'time' } },
      { label: 'reservation.status_applied', query: { status: 'applied' } },
    ],
    count: (ctx, query) => countReservations(ctx, ReservationListQuery.parse(query)),
  });
  web.page('/reservation', {
    view: view<typeof ReservationList>('reservation/list/reservation-list'),
    follows: ['reservation'],
    title: (t) => t('reservation.heading'),
    query: ReservationListQuery,
    snapshot: true,
    load: async ({ ctx, request, query: { page, size, sort, ...filter } }) => {
      const look = lookOf(request, reservationListOffer, size);
      const [found, shown] = await Promise.all([
        listReservations(ctx, filter, { order: sort, page, size: look.size }),
        views.of(ctx, '/reservation'),
      ]);
      return {
        reservations: { ...found, rows: await showReservations(ctx, storage, found.rows) },
        now: inSeconds(ctx.now),
        look,
        paging: { size: look.size, limit: pagingLimit, sizes: pageSizes },
        query: { ...filter, sort: sortText(sort), size },
        views: shown,
      };
    },
  });
}
