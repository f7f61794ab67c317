import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { actsOn } from '#kernel/records/record-parts.ts';
import { changeSequence, sequenceKey } from '#kernel/records/sequence.ts';
import { advertisementApi } from './advertisement.contract.ts';
import { listAdvertisedRows } from './advertisement.read.ts';
import { advertise, advertisedKind, advertisedOrder, advertisedOrderId } from './advertisement.service.ts';
import type Advertisement from './advertisement.view.tsx';

export function advertisementRoutes({ api, web, storage, records }: Kernel): void {
  api(advertisementApi, {
    'PUT /api/v1/collection/advertisement': async ({ ctx, body }) => ({
      results: { warnings: await advertise(ctx, body) },
    }),
    'PUT /api/v1/collection/advertisement/order': ({ ctx, body }) =>
      changeSequence(ctx, advertisedOrder, { id: advertisedOrderId, wanted: body.sequence, base: body.base }),
  });
  web.page('/collection/advertisement', {
    view: view<typeof Advertisement>('collection/advertisement/advertisement'),
    follows: ['collection', 'advertised'],
    title: (t) => t('collection.advertisement'),
    load: async ({ ctx }) => {
      const rows = await listAdvertisedRows(ctx, storage);
      return {
        rows,
        acts: actsOn(ctx, records.all, advertisedKind, 'order'),
        base: sequenceKey(rows.map(({ cidx }) => ({ id: cidx }))),
      };
    },
  });
}
