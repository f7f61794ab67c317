import { z } from 'zod';
import { tryKind } from '#features/registration/tries.public.ts';
import { PageNumber, pageSize, pagingLimit } from '#kernel/db/paging.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { idx } from '#kernel/work/fields.ts';
import { endsRoutes } from './ends/ends.routes.ts';
import { erasureRoutes } from './erasure/erasure.routes.ts';
import { LearnerParams, learnerApi, Numbers } from './learner.contract.ts';
import { learnerKind } from './learner.record.ts';
import { learnerOf, learnerOfPage, readLearner } from './learner.service.ts';
import { findNumber } from './learner.store.ts';
import type LearnerPage from './learner.view.tsx';
import { moveApi } from './move.contract.ts';
import { moveLearner } from './learner-move.service.ts';
import type MoveForm from './move.view.tsx';
import { triesRoutes } from './tries/tries.routes.ts';

/** The calls about a learner, the page and the dialog that moves what they have. */
export function learnerRoutes(kernel: Kernel): void {
  const { api, records, web } = kernel;
  endsRoutes(kernel);
  triesRoutes(kernel);
  erasureRoutes(kernel);
  api(learnerApi, {
    'GET /api/v1/learner/:ref': async ({ ctx, params, query }) => ({
      results: await readLearner(ctx, records, learnerOf(ctx, params.ref), query.page),
    }),
  });
  api(moveApi, {
    'POST /api/v1/learner/:ref/move': async ({ ctx, params, body: { registrations: ids, ...asked } }) => {
      const { count, ...done } = await moveLearner(ctx, { from: learnerOf(ctx, params.ref), ids, ...asked });
      return { results: { moved: count, ...done } };
    },
    'POST /api/v1/learner/:ref/merge': async ({ ctx, params, body: { into: to, ...asked } }) => {
      const { count, ...done } = await moveLearner(ctx, { from: learnerOf(ctx, params.ref), to, ids: null, ...asked });
      return { results: { merged: count, ...done } };
    },
  });
  web.page('/learner/:ref', {
    view: view<typeof LearnerPage>('learner/learner'),
    follows: ['registration', 'code', tryKind],
    words: ['code', 'registration'],
    title: (_, { learner }) => learner.learner_id,
    params: LearnerParams,
    query: z.object({ page: PageNumber, code: z.string().max(40).optional(), registration: idx.optional() }),
    snapshot: true,
    shows: ({ number }) => (number === null ? null : { kind: learnerKind, id: String(number) }),
    history: true,
    load: async ({ ctx, params, query: { page, code, registration } }) => {
      const id = await learnerOfPage(ctx, params.ref);
      return {
        learner: await readLearner(ctx, records, id, page),
        number: (await findNumber(ctx, id)) ?? null,
        paging: { page, size: pageSize, limit: pagingLimit },
        meant: { ...(code !== undefined && { code }), ...(registration !== undefined && { registration }) },
        now: inSeconds(ctx.now),
      };
    },
  });
  web.fragment('/learner/:ref/move', {
    view: view<typeof MoveForm>('learner/move'),
    params: LearnerParams,
    query: z.object({ ids: Numbers }),
    within: ({ params }) => `/learner/${params.ref}`,
    load: async ({ ctx, params, query: { ids = null } }) => {
      const id = await learnerOfPage(ctx, params.ref);
      return { learner_id: id, ref: ctx.refs.of(id), ids };
    },
  });
}
