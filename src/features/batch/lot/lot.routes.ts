import { requireBatch } from '#features/code/code-batch.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { lotApi } from './lot.contract.ts';
import { listLots } from './lot.read.ts';

/** The lots of a batch. */
export function lotCalls({ api }: Kernel): void {
  api(lotApi, {
    'GET /api/v1/code/batch/:cg_idx/lot': async ({ ctx, params: { cg_idx } }) => {
      await requireBatch(ctx, cg_idx);
      return { results: { lots: await listLots(ctx, cg_idx) } };
    },
  });
}
