import { listTries } from '#features/registration/tries.public.ts';
import { pageSize } from '#kernel/db/paging.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { learnerOf } from '../learner.service.ts';
import { triesApi } from './tries.contract.ts';

/** The call that lists what a learner tried in vain. */
export function triesRoutes({ api }: Kernel): void {
  api(triesApi, {
    'GET /api/v1/learner/:ref/tries': async ({ ctx, params, query: { page, code } }) => ({
      results: await listTries(
        ctx,
        { learner_id: learnerOf(ctx, params.ref), code },
        { limit: pageSize, offset: (page - 1) * pageSize },
      ),
    }),
  });
}
