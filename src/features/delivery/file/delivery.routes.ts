import { Readable } from 'node:stream';
import { requireBatch } from '#features/code/code-batch.public.ts';
import { findCodes, requireBatchOfLot } from '#features/code/code-find.public.ts';
import { pageSize } from '#kernel/db/paging.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { deliveryApi } from './delivery.contract.ts';
import { deliveryEntity } from './delivery.service.ts';
import { listDeliveries } from './delivery.store.ts';
import { sendCodes } from './send-codes.service.ts';

/** Files of codes, and what left of a batch. */
export function deliveryRoutes({ api }: Pick<Kernel, 'api'>): void {
  api(deliveryApi, {
    'GET /api/v1/code': async ({ query: { as, page, layout, for: reader, ...filter }, ...call }) => {
      const { ctx, reply } = call;
      requireBatchOfLot(filter);
      if (as !== 'json') return sendCodes(call, { filter, as, layout, isForPrinter: reader === 'printer' });
      void reply.type('application/json; charset=utf-8');
      return Readable.from([
        JSON.stringify({ results: { ...(await findCodes(ctx, filter, (page - 1) * pageSize, pageSize)), page } }),
      ]);
    },
    'GET /api/v1/code/batch/:cg_idx/delivery': async ({ ctx, params: { cg_idx } }) => {
      await requireBatch(ctx, cg_idx);
      return { results: { deliveries: await listDeliveries(ctx, cg_idx) } };
    },
  });
}

/** A file of codes of several batches in the audit trail. */
export const deliveryRecord: RecordDeclaration = {
  kind: deliveryEntity,
  label: 'code.kind_delivery',
  actions: { recounted: 'code.trail_recounted' },
  fields: {
    batches: 'code.field_delivered_batches',
    codes: 'code.field_delivered_codes',
    as: 'code.field_delivered_as',
  },
};
