import { z } from 'zod';
import { EventParams, readEventHead } from '#features/event/event.public.ts';
import { PageNumber, PageSize, pagingLimit } from '#kernel/db/paging.ts';
import { preferencesOf } from '#kernel/http/list-preferences.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import type Participants from './participants.view.tsx';
import { registrationQueries } from './registration-filter.contract.ts';
import { registrationListOffer } from './registration-filter.rules.ts';
import {
  countRegistrationsOf,
  exportRegistrations,
  findListed,
  listRegistrationChoices,
  listRegistrations,
} from './registration-list.read.ts';
import type RegistrationList from './registration-list.view.tsx';

export function registrationListRoutes(kernel: Kernel): void {
  mountList(kernel, {
    offer: registrationListOffer,
    view: view<typeof RegistrationList>('registration/list/registration-list'),
    follows: ['registration', 'code'],
    title: (t) => t('registration.heading'),
    replica: true,
    queries: registrationQueries,
    views: {
      builtIn: [
        { label: 'registration.status_active', query: { status: 'active' } },
        { label: 'registration.by_event', query: { kind: 'event' } },
      ],
      altersByItself: true,
    },
    find: listRegistrations,
    listed: findListed,
    count: countRegistrationsOf,
    sheet: {
      summary: 'The registrations of the list, in its order, as a sheet',
      title: 'registrations',
      of: exportRegistrations,
    },
    more: async (ctx, filter) => ({ choices: await listRegistrationChoices(ctx, filter) }),
  });
  kernel.web.page('/event/:event_idx/participants', {
    view: view<typeof Participants>('registration/list/participants'),
    follows: ['registration'],
    words: ['event'],
    title: (_, { event }) => event.name,
    params: EventParams,
    query: z.object({ page: PageNumber, size: PageSize }),
    snapshot: true,
    load: async ({ ctx, request, params: { event_idx }, query: { page, size } }) => {
      const event = await readEventHead(ctx, event_idx);
      const preferences = preferencesOf(request, registrationListOffer, size);
      const order = { key: 'registered', descending: true } as const;
      return {
        event,
        participants: await listRegistrations(ctx, { event_idx }, { order, page, size: preferences.size }),
        paging: { size: preferences.size, limit: pagingLimit },
      };
    },
  });
}
