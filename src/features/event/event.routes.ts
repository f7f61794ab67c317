import { sortText } from '#kernel/db/list-page.ts';
import { pageSize, pageSizes, pagingLimit } from '#kernel/db/paging.ts';
import { sendExport } from '#kernel/http/export.ts';
import { lookOf } from '#kernel/http/list-look.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { EventListQuery, eventApi } from './event.contract.ts';
import { changeEvent, createEvent, getEvent, pauseEvent, removeEvent, withStatus } from './event.service.ts';
import { listGroups } from './event.store.ts';
import { eventListOffer } from './list/event-filter.rules.ts';
import { countEventsOf, exportEvents, findCollectionChoice, listEvents } from './list/event-list.read.ts';
import type EventList from './list/event-list.view.tsx';

export function eventCalls({ api, references }: Kernel): void {
  api(eventApi, {
    'GET /api/v1/event': async ({ ctx, query: { page, size = pageSize, sort: order, ...filter } }) => {
      const { rows, total } = await listEvents(ctx, filter, { order, page, size });
      return { results: rows, total };
    },
    'GET /api/v1/event/:event_idx': async ({ ctx, params }) => ({
      results: withStatus(ctx, await getEvent(ctx, params.event_idx)),
    }),
    'POST /api/v1/event': async ({ ctx, body }) => ({ results: { event_idx: await createEvent(ctx, body) } }),
    'PUT /api/v1/event/:event_idx': async ({ ctx, params, body }) => {
      const { version } = await changeEvent(ctx, params.event_idx, body);
      return { results: { success: true, version } };
    },
    'PUT /api/v1/event/:event_idx/pause': async ({ ctx, params, body }) => {
      const { version, act } = await pauseEvent(ctx, params.event_idx, body);
      return { results: { success: true, version, act_idx: act } };
    },
    'DELETE /api/v1/event/:event_idx': async ({ ctx, params }) => {
      await removeEvent(ctx, references, params.event_idx);
      return { results: { success: true } };
    },
    'GET /event/export': async ({ ctx, query: { as, sort, ...filter }, reply }) =>
      sendExport({ ctx, reply }, { title: 'events', as, ...(await exportEvents(ctx, filter, sort)) }),
  });
}

export function eventListPage({ web, views }: Kernel): void {
  views.add('/event', {
    builtIn: [
      { label: 'common.all', query: {} },
      { label: 'event.status_in_progress', query: { status: 'in_progress' } },
      { label: 'event.status_waiting', query: { status: 'waiting' } },
      { label: 'event.places_full', query: { places: 'full' } },
    ],
    altersByItself: true,
    count: (ctx, query) => countEventsOf(ctx, EventListQuery.parse(query)),
  });
  web.page('/event', {
    view: view<typeof EventList>('event/list/event-list'),
    follows: ['event'],
    title: (t) => t('event.heading'),
    query: EventListQuery,
    replica: true,
    snapshot: true,
    load: async ({ ctx, request, query: { page, size, sort, ...filter } }) => {
      const look = lookOf(request, eventListOffer, size);
      const [events, groups, collection, shown] = await Promise.all([
        listEvents(ctx, filter, { order: sort, page, size: look.size }),
        listGroups(ctx.db),
        findCollectionChoice(ctx.db, filter.cidx),
        views.of(ctx, '/event'),
      ]);
      return {
        events,
        look,
        paging: { size: look.size, limit: pagingLimit, sizes: pageSizes },
        query: { ...filter, sort: sortText(sort), size },
        choices: { groups, collection },
        views: shown,
      };
    },
  });
}
