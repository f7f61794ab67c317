import { batchHref, requireBatch } from '#features/code/code-batch.public.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { today } from '#kernel/work/days.ts';
import { readBatch } from '../batch.read.ts';
import { LotParams, lotApi } from './lot.contract.ts';
import type LotDelivered from './lot-delivered.view.tsx';
import { listLots } from './lot.read.ts';
import { getLotDelivery, handLot } from './lot.service.ts';

/** The lots of a batch. */
export function lotCalls({ api }: Kernel): void {
  api(lotApi, {
    'GET /api/v1/code/batch/:cg_idx/lot': async ({ ctx, params: { cg_idx } }) => {
      await requireBatch(ctx, cg_idx);
      return { results: { lots: await listLots(ctx, cg_idx) } };
    },
    'PUT /api/v1/code/batch/:cg_idx/lot/:lot': async ({ ctx, params, body }) => ({
      results: { version: (await handLot(ctx, params, body)).version },
    }),
  });
}

/** The dialog that says to whom a lot was delivered. */
export function lotPages({ web }: Kernel): void {
  web.fragment('/code/batch/:cg_idx/lot/:lot', {
    view: view<typeof LotDelivered>('batch/lot/lot-delivered'),
    params: LotParams,
    within: ({ params }) => batchHref(params.cg_idx),
    load: async ({ ctx, params }) => ({
      lot: await getLotDelivery(ctx, params),
      customer: (await readBatch(ctx, params.cg_idx)).customer,
      today: today(ctx),
    }),
  });
}
