import { z } from 'zod';
import { endActs } from '#features/registration/ends-rules.public.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { LearnerParams, Numbers } from '../learner.contract.ts';
import { learnerOf, learnerOfPage } from '../learner.service.ts';
import { endsApi } from './ends.contract.ts';
import { extensionOf, changeLearnerEnds } from './learner-ends.service.ts';
import type EndsForm from './ends.view.tsx';

/** The calls that extend, cancel, restore and give again what a learner has, and their dialogs. */
export function endsRoutes({ api, web }: Kernel): void {
  api(endsApi, {
    'POST /api/v1/learner/:ref/extend': async ({ ctx, params, body: { registrations: ids, days, until, ...rest } }) => {
      const change = await extensionOf(ctx, { days, until });
      const learner = learnerOf(ctx, params.ref);
      const { count, ...done } = await changeLearnerEnds(ctx, { learner, ids, change, ...rest });
      return { results: { extended: count, ...done } };
    },
    'POST /api/v1/learner/:ref/cancel': async ({ ctx, params, body: { registrations: ids, ...rest } }) => {
      const request = { learner: learnerOf(ctx, params.ref), ids, change: { act: 'cancel' } as const, ...rest };
      const { count, ...done } = await changeLearnerEnds(ctx, request);
      return { results: { canceled: count, ...done } };
    },
    'POST /api/v1/learner/:ref/restore': async ({ ctx, params, body: { registrations: ids, ...rest } }) => {
      const request = { learner: learnerOf(ctx, params.ref), ids, change: { act: 'restore' } as const, ...rest };
      const { count, ...done } = await changeLearnerEnds(ctx, request);
      return { results: { restored: count, ...done } };
    },
    'POST /api/v1/learner/:ref/again': async ({ ctx, params, body: { reg_idx, ...rest } }) => {
      const request = {
        learner: learnerOf(ctx, params.ref),
        ids: [reg_idx],
        change: { act: 'again' } as const,
        ...rest,
      };
      const { count, ...done } = await changeLearnerEnds(ctx, request);
      return { results: { given: count, ...done } };
    },
  });
  for (const act of endActs)
    web.fragment(`/learner/:ref/${act}`, {
      view: view<typeof EndsForm>('learner/ends/ends'),
      params: LearnerParams,
      query: z.object({ ids: Numbers }),
      within: ({ params }) => `/learner/${params.ref}`,
      load: async ({ ctx, params, query: { ids = [] } }) => {
        const id = await learnerOfPage(ctx, params.ref);
        return { learner_id: id, ref: ctx.refs.of(id), act, ids };
      },
    });
}
