import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { LearnerParams } from '../learner.contract.ts';
import { learnerOf, learnerOfPage } from '../learner.service.ts';
import { sendData } from './data-file.ts';
import { erasureApi } from './erasure.contract.ts';
import { foreseeErasure } from './erasure.read.ts';
import { eraseLearner } from './erasure.service.ts';
import type EraseForm from './erase.view.tsx';

/** What is stored about a learner: the file of it, and the dialog and the call that erase it. */
export function erasureRoutes({ api, config, personal, records, trail, web }: Kernel): void {
  api(erasureApi, {
    'GET /api/v1/learner/:ref/export': ({ ctx, params, reply }) =>
      sendData({ ctx, reply }, { records, personal }, learnerOf(ctx, params.ref)),
    'POST /api/v1/learner/:ref/erase': async ({ ctx, params, body }) => ({
      results: await eraseLearner(ctx, { personal, trail }, { id: learnerOf(ctx, params.ref), ...body }),
    }),
  });
  web.fragment('/learner/:ref/erase', {
    view: view<typeof EraseForm>('learner/erasure/erase'),
    params: LearnerParams,
    within: ({ params }) => `/learner/${params.ref}`,
    load: async ({ ctx, params }) => {
      const id = await learnerOfPage(ctx, params.ref);
      return {
        reader: { learner_id: id, ref: ctx.refs.of(id) },
        ...(await foreseeErasure(ctx, personal, id)),
        backups: config.backupKeep,
      };
    },
  });
}
