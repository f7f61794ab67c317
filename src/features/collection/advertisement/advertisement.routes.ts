import { z } from 'zod';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { changeSequence, sequenceKey } from '#kernel/records/sequence.ts';
import { idx } from '#kernel/work/fields.ts';
import { advertisementApi } from './advertisement.contract.ts';
import { findRemovedRow, listAdvertisedRows } from './advertisement.read.ts';
import { advertise, advertisedOrder, advertisedOrderId } from './advertisement.service.ts';
import type Advertisement from './advertisement.view.tsx';

/** The collection just removed and the place it had, so that it can be put back. */
const AdvertisementQuery = z.object({
  removed: idx.optional().catch(undefined),
  place: idx.optional().catch(undefined),
});

export function advertisementRoutes({ api, web, storage }: Kernel): void {
  api(advertisementApi, {
    'PUT /api/v1/collection/advertisement': async ({ ctx, body }) => ({
      results: { success: true, warnings: await advertise(ctx, body) },
    }),
    'PUT /api/v1/collection/advertisement/order': async ({ ctx, body }) => {
      await changeSequence(ctx, advertisedOrder, { id: advertisedOrderId, wanted: body.sequence, base: body.base });
      return { results: { success: true } };
    },
  });
  web.page('/collection/advertisement', {
    view: view<typeof Advertisement>('collection/advertisement/advertisement'),
    follows: ['collection', 'advertised'],
    title: (t) => t('collection.advertisement'),
    query: AdvertisementQuery,
    load: async ({ ctx, query: { removed, place } }) => {
      const lines = await listAdvertisedRows(ctx, storage);
      return {
        lines,
        base: sequenceKey(lines.map(({ cidx }) => ({ id: cidx }))),
        removed: removed === undefined ? null : await findRemovedRow(ctx, removed, place ?? lines.length + 1),
      };
    },
  });
}
