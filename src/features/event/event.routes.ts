import { doubtsOf } from '#features/code/code.public.ts';
import { pageSize } from '#kernel/db/paging.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import type { Context } from '#kernel/work/context.ts';
import { eventQueries } from './event-filter.contract.ts';
import { eventApi } from './event.contract.ts';
import type { EventWords } from './event.messages.ts';
import { changeEvent, createEvent, getEvent, pauseEvent, removeEvent, withStatus } from './event.service.ts';
import { listGroups } from './event.store.ts';
import { eventListOffer } from './list/event-filter.rules.ts';
import { countEventsOf, exportEvents, findCollectionChoice, findListed, listEvents } from './list/event-list.read.ts';
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
    'POST /api/v1/event': async ({ ctx, body }) => {
      const event_idx = await createEvent(ctx, body);
      return { results: { event_idx, warnings: doubtsAbout(ctx, body.code) } };
    },
    'PUT /api/v1/event/:event_idx': async ({ ctx, params, body }) => {
      const { version } = await changeEvent(ctx, params.event_idx, body);
      return { results: { version, warnings: body.code === undefined ? undefined : doubtsAbout(ctx, body.code) } };
    },
    'PUT /api/v1/event/:event_idx/pause': async ({ ctx, params, body }) => {
      const { version, act } = await pauseEvent(ctx, params.event_idx, body);
      return { results: { version, act_idx: act } };
    },
    'DELETE /api/v1/event/:event_idx': ({ ctx, params }) => removeEvent(ctx, references, params.event_idx),
  });
}

export function eventListPage(kernel: Kernel): void {
  mountList(kernel, {
    offer: eventListOffer,
    view: view<typeof EventList>('event/list/event-list'),
    follows: ['event'],
    title: (t) => t('event.heading'),
    replica: true,
    queries: eventQueries,
    views: {
      builtIn: [
        { label: 'event.status_in_progress', query: { status: 'in_progress' } },
        { label: 'event.status_waiting', query: { status: 'waiting' } },
        { label: 'event.places_full', query: { places: 'full' } },
      ],
      altersByItself: true,
    },
    find: listEvents,
    listed: findListed,
    marked: { kind: 'event', id: ({ event_idx }) => String(event_idx) },
    count: countEventsOf,
    sheet: { summary: 'The events of the list, in its order, as a sheet', title: 'events', of: exportEvents },
    more: async ({ db }, { cidx }) => {
      const [groups, collection] = await Promise.all([listGroups(db), findCollectionChoice(db, cidx)]);
      return { choices: { groups, collection } };
    },
  });
}

/** What the form says of a code while it is typed, for the answer of a call; undefined if nothing. */
function doubtsAbout(ctx: Context, code: string): { field: 'code'; message: string }[] | undefined {
  const { isNumber, misread } = doubtsOf(code);
  const t = ctx.translate<EventWords>();
  const messages = [
    ...(isNumber ? [t('event.code_number')] : []),
    ...(misread.length > 0 ? [t('event.code_misread', { characters: misread.join(', ') })] : []),
  ];
  return messages.length > 0 ? messages.map((message) => ({ field: 'code', message })) : undefined;
}
