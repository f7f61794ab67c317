import { requireBatch } from '#features/code/code-batch.public.ts';
import { pageSize } from '#kernel/db/paging.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { batchHistoryApi } from './batch-history.contract.ts';
import { listHistoryOf } from './batch-history.read.ts';

/** The history of a batch; its page shows the same entries. */
export function batchHistoryCalls({ api }: Kernel): void {
  api(batchHistoryApi, {
    'GET /api/v1/code/batch/:cg_idx/history': async ({ ctx, params: { cg_idx }, query: { page } }) => {
      await requireBatch(ctx, cg_idx);
      const { rows, total } = await listHistoryOf(ctx, cg_idx, { page, size: pageSize });
      return { results: { lines: rows, total, page } };
    },
  });
}
