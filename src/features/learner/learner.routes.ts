import { z } from 'zod';
import { PageNumber, pageSize, pagingLimit } from '#kernel/db/paging.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { LearnerParams, learnerApi } from './learner.contract.ts';
import { learnerOf, learnerOfPage, readLearner } from './learner.service.ts';
import type LearnerPage from './learner.view.tsx';

/** The call that answers what a learner has, and the page that shows it. */
export function learnerRoutes({ api, web }: Kernel): void {
  api(learnerApi, {
    'GET /api/v1/learner/:ref': async ({ ctx, params, query }) => ({
      results: await readLearner(ctx, learnerOf(ctx, params.ref), query.page),
    }),
  });
  web.page('/learner/:ref', {
    view: view<typeof LearnerPage>('learner/learner'),
    follows: ['registration', 'code'],
    words: ['code', 'registration'],
    title: (_, { learner }) => learner.learner_id,
    params: LearnerParams,
    query: z.object({ page: PageNumber }),
    snapshot: true,
    load: async ({ ctx, params, query: { page } }) => ({
      learner: await readLearner(ctx, learnerOfPage(ctx, params.ref), page),
      paging: { page, size: pageSize, limit: pagingLimit },
      now: inSeconds(ctx.now),
    }),
  });
}
