import { settingEntity } from '#kernel/desk/settings.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { draftApi } from './draft.contract.ts';
import { defineDrafting } from './draft.job.ts';
import { removeDraft, requestDrafts } from './draft.service.ts';
import type DraftsView from './draft.view.tsx';
import { draftEntity, draftsHref } from './draft.rules.ts';
import { readDrafts } from './draft-list.read.ts';
import { readDraftPage } from './draft-page.read.ts';
import { tryProvider } from './draft-trial.service.ts';

/** Mounts the calls of drafts, and the page of their setting. */
export function draftRoutes(kernel: Kernel): void {
  const queue = defineDrafting(kernel);
  kernel.api(draftApi, {
    'POST /api/v1/draft': async ({ ctx, body }) => ({ results: await requestDrafts(ctx, kernel, body, queue) }),
    'GET /api/v1/draft': async ({ ctx, query }) => ({ results: await readDrafts(ctx, kernel, query) }),
    'DELETE /api/v1/draft/:draft_idx': ({ ctx, params }) => removeDraft(ctx, params.draft_idx),
    'POST /api/v1/draft/try': async ({ body, write }) => ({ results: await tryProvider(kernel, write, body.to) }),
  });
  kernel.web.page(draftsHref, {
    view: view<typeof DraftsView>('draft/draft'),
    title: (t) => t('draft.setting'),
    follows: [settingEntity, draftEntity],
    load: ({ ctx }) => readDraftPage(ctx),
  });
}
