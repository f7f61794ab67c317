import { z } from 'zod';
import { batchHref } from '#features/code/code-batch.public.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { findUndone } from '#kernel/records/acts.ts';
import type { Context } from '#kernel/work/context.ts';
import { idx } from '#kernel/work/fields.ts';
import { findDoubtful } from './doubtful.read.ts';
import { leakApi } from './leak.contract.ts';
import { countScope, findLeaking, getLeak, scopeOf } from './leak.read.ts';
import { leakEntity } from './leak.rules.ts';
import { defineLeak } from './leak.service.ts';
import type LeakForm from './leak.view.tsx';
import type LeakPage from './leak-page.view.tsx';

const Query = z.object({ cg_idx: idx, lot: idx.optional(), delivery: idx.optional() });

/** The act on a leaked file, its dialog, and the page of what became of it. */
export function leakRoutes(kernel: Kernel): void {
  const leak = defineLeak(kernel);
  const { api, web } = kernel;
  api(leakApi, {
    'POST /api/v1/code/batch/:cg_idx/leak': async ({ ctx, params, body }) => ({
      results: await leak(ctx, params.cg_idx, body),
    }),
  });
  web.fragment('/code/leak', {
    view: view<typeof LeakForm>('leak/leak'),
    query: Query,
    words: ['registration'],
    within: ({ query }) => batchHref(query.cg_idx),
    load: async ({ ctx, query: { cg_idx, ...scope } }) => ({
      initial: await leak(ctx, cg_idx, { ...scope, memo: '', dry_run: true }),
      of: await findLeaking(ctx, cg_idx, scope),
    }),
  });
  web.page('/code/leak/:act_idx', {
    view: view<typeof LeakPage>('leak/leak-page'),
    follows: ['code', 'registration'],
    words: ['registration'],
    shows: ({ leak: { act_idx } }) => ({ kind: leakEntity, id: String(act_idx) }),
    title: (t, { leak: { batch } }) => `${t('code.kind_leak')} · ${batch}`,
    params: z.object({ act_idx: idx }),
    load: async ({ ctx, params }) => readLeak(ctx, params.act_idx),
  });
}

async function readLeak(ctx: Context, act: number) {
  const leak = await getLeak(ctx, act);
  const { cg_idx, since, at, del_idx: delivery } = leak;
  const scope = scopeOf(leak);
  const [of, doubtful, { redeemed_since: redeemed }, undone] = await Promise.all([
    findLeaking(ctx, cg_idx, {
      ...(delivery !== null && { delivery }),
      ...(leak.of_lot !== null && { lot: leak.of_lot }),
    }),
    findDoubtful(ctx, scope, { since, until: at }),
    countScope(ctx, scope, { since, until: at }),
    findUndone(ctx, [act]),
  ]);
  return { leak, of, doubtful, redeemed, isUndone: undone.has(act) };
}
