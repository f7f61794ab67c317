import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import { registrationQueries } from './registration-filter.contract.ts';
import { learnerFields, registrationListOffer } from './registration-filter.rules.ts';
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
    sealed: learnerFields,
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
}
