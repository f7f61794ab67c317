import { titledFeature } from '#kernel/mount/titled-feature.ts';
import { agegroupMessages } from './agegroup.messages.ts';
import { agegroups } from './agegroup.public.ts';

/** Age groups ("target groups"): whom a book is for, and in whose roadmap it may be. */
export const agegroup = titledFeature({
  name: 'agegroup',
  titled: agegroups,
  messages: agegroupMessages,
  says: ['age group', 'age groups'],
  menu: { order: 50, group: 'catalogue', icon: 'people', letter: 't', also: ['/roadmap'], words: 'agegroup.words' },
  call: '/api/v1/age_group',
  ids: { path: 'grp_idx', listed: 'grp_idx', added: 'age_group' },
  page: '/agegroup',
  kind: 'agegroup.kind',
  leads: {
    title: '/roadmap/',
    own: { label: 'agegroup.roadmap', href: '/roadmap/', kind: 'roadmap' },
    uses: '/book?age_group=',
  },
});
