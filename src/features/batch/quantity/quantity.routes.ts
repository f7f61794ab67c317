import { z } from 'zod';
import { batchHref, codeMessages } from '#features/code/code-batch.public.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { idx } from '#kernel/work/fields.ts';
import { readBatch, readPace } from '../batch.read.ts';
import { getBatch } from '../batch.service.ts';
import { listLots } from '../lot/lot.read.ts';
import type QuantityEditor from './quantity-editor.view.tsx';
import { withdrawalListApi } from './withdrawal-list.contract.ts';
import { sendWithdrawalList } from './withdrawal-list.service.ts';

const Query = z.object({ cust_idx: idx.optional(), cg_idx: idx });

export function quantityCalls({ api }: Kernel): void {
  api(withdrawalListApi, {
    'GET /api/v1/code/batch/:cg_idx/withdrawal': ({ params, query, ...call }) =>
      sendWithdrawalList(call, { ...params, ...query }),
  });
}

/** The dialog that changes the quantity and the price of a batch. */
export function quantityPages({ web }: Kernel): void {
  web.fragment('/code/update', {
    view: view<typeof QuantityEditor>('batch/quantity/quantity-editor'),
    query: Query,
    within: async ({ ctx, query }) => {
      await requireBatchOf(ctx, query);
      return batchHref(query.cg_idx);
    },
    load: async ({ ctx, query }) => {
      await requireBatchOf(ctx, query);
      const { cg_idx } = query;
      return { batch: await readBatch(ctx, cg_idx), lots: await listLots(ctx, cg_idx), pace: await readPace(ctx) };
    },
  });
}

/** An address that names another customer is not this batch's address. */
async function requireBatchOf(ctx: Context, { cust_idx, cg_idx }: z.output<typeof Query>): Promise<void> {
  const batch = await getBatch(ctx, cg_idx);
  if (cust_idx !== undefined && cust_idx !== batch.cust_idx) throw codeMessages.error(404, 'code.batch_not_found');
}
