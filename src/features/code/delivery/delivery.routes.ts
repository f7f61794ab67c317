import type { Kernel } from '#kernel/mount/feature.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { getBatch } from '../batch/batch.service.ts';
import { deliveryApi } from './delivery.contract.ts';
import { listDeliveries } from './delivery.read.ts';
import { deliveryEntity } from './delivery.service.ts';

/** What left of a batch. */
export function deliveryRoutes({ api }: Pick<Kernel, 'api'>): void {
  api(deliveryApi, {
    'GET /api/v1/code/batch/:cg_idx/delivery': async ({ ctx, params: { cg_idx } }) => {
      await getBatch(ctx, cg_idx);
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
