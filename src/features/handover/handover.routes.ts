import { listAdmins } from '#features/staff/staff.public.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { handoverApi, StaffParams } from './handover.contract.ts';
import { belongingsOf, handOver, ownerOf } from './handover.service.ts';
import type Handover from './handover.view.tsx';

/** Mounts the calls and the page that hand over what a person leaves. */
export function handoverRoutes({ api, web, belongings }: Kernel): void {
  api(handoverApi, {
    'GET /api/v1/staff/:staff_idx/belongings': async ({ ctx, params }) => {
      const kinds = await belongingsOf(ctx, belongings, await ownerOf(ctx, params.staff_idx));
      return { results: { count: kinds.reduce((sum, { count }) => sum + count, 0), kinds } };
    },
    'POST /api/v1/staff/:staff_idx/handover': async ({ ctx, params, body }) => ({
      results: await handOver(ctx, belongings, params.staff_idx, body),
    }),
  });
  web.page('/staff/handover/:staff_idx', {
    view: view<typeof Handover>('handover/handover'),
    title: (_t, { name }) => name,
    params: StaffParams,
    follows: ['*'],
    load: async ({ ctx, params }) => {
      const owner = await ownerOf(ctx, params.staff_idx);
      const [kinds, admins] = await Promise.all([belongingsOf(ctx, belongings, owner), listAdmins(ctx.db)]);
      const people = admins.filter(({ staff_idx }) => staff_idx !== owner.staffIdx);
      return { ...owner, kinds, people };
    },
  });
}
