import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { agegroupApi } from './agegroup.contract.ts';
import { agegroups } from './agegroup.public.ts';
import type AgegroupForm from './agegroup-form.view.tsx';
import type AgegroupList from './agegroup-list.view.tsx';

const done = { results: { success: true } };

export function agegroupRoutes({ api, web, references }: Kernel): void {
  api(agegroupApi, {
    'GET /api/v1/age_group': async ({ ctx }) => ({
      results: (await agegroups.list(ctx)).map(({ id, title }) => ({ grp_idx: id, title })),
    }),
    'POST /api/v1/age_group': async ({ ctx, body }) => ({
      results: { age_group: await agegroups.add(ctx, body.title) },
    }),
    'PUT /api/v1/age_group/:grp_idx': async ({ ctx, params, body }) => {
      await agegroups.rename(ctx, params.grp_idx, body);
      return done;
    },
    'DELETE /api/v1/age_group/:grp_idx': async ({ ctx, params }) => {
      await agegroups.remove(ctx, references, params.grp_idx);
      return done;
    },
  });
  web.page('/agegroup', {
    view: view<typeof AgegroupList>('agegroup/agegroup-list'),
    follows: ['age_group'],
    title: (t) => t('agegroup.heading'),
    load: async ({ ctx }) => ({ rows: await agegroups.listCounted(ctx, references) }),
  });
  web.fragment('/agegroup/create', {
    view: view<typeof AgegroupForm>('agegroup/agegroup-form'),
    within: '/agegroup',
    load: () => ({}),
  });
}
