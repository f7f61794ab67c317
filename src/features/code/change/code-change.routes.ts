import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { namedKept } from '#kernel/records/act-undo.ts';
import { requireBatch } from '../code-batch.service.ts';
import { CodeListQuery } from '../find/code-filter.contract.ts';
import { listBatchActs } from './batch-acts.read.ts';
import { codeChangeApi } from './code-change.contract.ts';
import { changedFields } from './code-change.rules.ts';
import { defineCodeChange, requestedAct } from './code-change.service.ts';
import type CodeChangeForm from './code-change.view.tsx';
import { requireCodeAct } from './code-change-undo.service.ts';

/** The acts on codes; rows and selections use the same calls. */
export function codeChangeRoutes(kernel: Kernel): void {
  const change = defineCodeChange(kernel);
  kernel.api(codeChangeApi, {
    'POST /customer/code/update/length': async ({ ctx, body: { length, dry_run: isDry, ...chosen } }) => ({
      results: await change(ctx, await requestedAct(ctx, 'length', chosen, length), isDry),
    }),
    'POST /customer/code/update/valid_until': async ({
      ctx,
      body: { valid_until: end, dry_run: isDry, ...chosen },
    }) => ({
      results: await change(ctx, await requestedAct(ctx, 'valid_until', chosen, end), isDry),
    }),
    'POST /customer/code/update/expired_date': async ({
      ctx,
      body: { expired_date: end, dry_run: isDry, ...chosen },
    }) => ({
      results: await change(ctx, await requestedAct(ctx, 'expired_date', chosen, end), isDry),
    }),
    'POST /customer/code/update/is_canceled': async ({
      ctx,
      body: { is_canceled: set, dry_run: isDry, ...chosen },
    }) => ({
      results: await change(ctx, await requestedAct(ctx, 'is_canceled', chosen, set), isDry),
    }),
    'POST /api/v1/code/act/:act_idx/undo': async ({ ctx, params: { act_idx: act } }) => {
      await requireCodeAct(ctx, act);
      const how = await kernel.undos.lock(ctx, act);
      const foreseen = await how.foresee(ctx, act);
      const { back, kept, work_idx } = await kernel.undos.begin(ctx, act);
      const left = work_idx === undefined ? kept : foreseen.kept;
      const first = foreseen.first.slice(0, namedKept).map(({ id }) => id);
      return { results: { back, kept: left, left: { changed_since: left }, first, work_idx } };
    },
    'GET /api/v1/code/batch/:cg_idx/changes': async ({ ctx, params: { cg_idx } }) => {
      await requireBatch(ctx, cg_idx);
      return { results: await listBatchActs(ctx, cg_idx) };
    },
  });
  for (const field of changedFields)
    kernel.web.fragment(`/code/change/${field}`, {
      view: view<typeof CodeChangeForm>('code/change/code-change'),
      query: CodeListQuery,
      // The list that the codes are selected in.
      within: ({ request }) => request.url.replace(`/code/change/${field}`, '/code'),
      load: ({ query: { page: _page, size: _size, ...filter } }) => ({ field, filter }),
    });
}
