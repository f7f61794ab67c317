import { z } from 'zod';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { idx } from '#kernel/work/fields.ts';
import { readBatch, readPace } from '../batch/batch.read.ts';
import { batchEntity } from '../batch/batch.service.ts';
import { codeMessages } from '../code.messages.ts';
import type QuantityEditor from './quantity-editor.view.tsx';

/** The page that changes the quantity and the price of a batch. */
export function quantityPages({ web }: Kernel): void {
  web.page('/code/update', {
    view: view<typeof QuantityEditor>('code/quantity/quantity-editor'),
    shows: ({ batch }) => ({ kind: batchEntity, id: batch.cg_idx }),
    title: (t) => t('code.quantity_heading'),
    query: z.object({ cust_idx: idx.optional(), cg_idx: idx }),
    load: async ({ ctx, query: { cust_idx, cg_idx } }) => {
      const batch = await readBatch(ctx, cg_idx);
      // An address that names another customer is not this batch's address.
      if (cust_idx !== undefined && cust_idx !== batch.cust_idx) throw codeMessages.error(404, 'code.batch_not_found');
      return { batch, pace: await readPace(ctx) };
    },
  });
}
