import type { Feature } from '#kernel/mount/feature.ts';
import { titlesIn } from '#kernel/records/record-titles.ts';
import { agegroupMessages } from './agegroup.messages.ts';
import { agegroups } from './agegroup.public.ts';
import { agegroupRoutes } from './agegroup.routes.ts';

/** Age groups ("target groups"): whom a book is for, and in whose roadmap it may be. */
export const agegroup: Feature = {
  name: 'agegroup',
  messages: agegroupMessages,
  menu: [
    { key: 'agegroup.heading', href: '/agegroup', also: ['/roadmap'], order: 50, group: 'catalogue', icon: 'people' },
  ],
  constraints: {
    age_group__title_key: { status: 409, key: 'agegroup.title_taken', field: 'title' },
  },
  register(kernel) {
    agegroupRoutes(kernel);
    kernel.recordLinks.add({
      entity: 'age_group',
      label: 'agegroup.kind',
      href: () => '/agegroup',
      titles: titlesIn('age_group', { key: 'grp_idx' }),
      restore: {
        fields: ['title'],
        write: (ctx, id, { title }) => agegroups.rename(ctx, Number(id), { title: String(title) }),
      },
      fields: { title: 'common.title' },
    });
  },
};
