import { z } from 'zod';
import { EventParams, readEventHead } from '#features/event/event.public.ts';
import { sortText } from '#kernel/db/list-page.ts';
import { PageNumber, PageSize, pageSizes, pagingLimit } from '#kernel/db/paging.ts';
import { sendExport } from '#kernel/http/export.ts';
import { lookOf } from '#kernel/http/list-look.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type Participants from './participants.view.tsx';
import { registrationListOffer } from './registration-filter.rules.ts';
import { RegistrationListQuery, registrationListApi } from './registration-list.contract.ts';
import {
  countRegistrationsOf,
  exportRegistrations,
  listRegistrationChoices,
  listRegistrations,
} from './registration-list.read.ts';
import type RegistrationList from './registration-list.view.tsx';

const { path } = registrationListOffer;

export function registrationListRoutes({ api, web, views }: Kernel): void {
  api(registrationListApi, {
    'GET /registration/export': async ({ ctx, query: { as, sort, ...filter }, reply }) =>
      sendExport({ ctx, reply }, { title: 'registrations', as, ...(await exportRegistrations(ctx, filter, sort)) }),
  });
  views.add(path, {
    builtIn: [
      { label: 'common.all', query: {} },
      { label: 'registration.status_active', query: { status: 'active' } },
      { label: 'registration.by_event', query: { kind: 'event' } },
    ],
    altersByItself: true,
    count: (ctx, query) => countRegistrationsOf(ctx, RegistrationListQuery.parse(query)),
  });
  web.page(path, {
    view: view<typeof RegistrationList>('registration/list/registration-list'),
    follows: ['registration', 'code'],
    title: (t) => t('registration.heading'),
    query: RegistrationListQuery,
    replica: true,
    snapshot: true,
    load: async ({ ctx, request, query: { page, size, sort: order, ...filter } }) => {
      const look = lookOf(request, registrationListOffer, size);
      const [registrations, choices, shown] = await Promise.all([
        listRegistrations(ctx, filter, { order, page, size: look.size }),
        listRegistrationChoices(ctx, filter),
        views.of(ctx, path),
      ]);
      return {
        registrations,
        look,
        paging: { size: look.size, limit: pagingLimit, sizes: pageSizes },
        query: { ...filter, sort: sortText(order), size },
        choices,
        views: shown,
      };
    },
  });
  web.page('/event/:event_idx/participants', {
    view: view<typeof Participants>('registration/list/participants'),
    follows: ['registration'],
    words: ['event'],
    title: (_, { event }) => event.name,
    params: EventParams,
    query: z.object({ page: PageNumber, size: PageSize }),
    snapshot: true,
    load: async ({ ctx, request, params: { event_idx }, query: { page, size } }) => {
      const event = await readEventHead(ctx, event_idx);
      const look = lookOf(request, registrationListOffer, size);
      const order = { key: 'registered', descending: true } as const;
      return {
        event,
        participants: await listRegistrations(ctx, { event_idx }, { order, page, size: look.size }),
        paging: { size: look.size, limit: pagingLimit },
      };
    },
  });
}
