import type { Kernel } from '#kernel/feature.ts';
import { advertisementApi } from './advertisement.contract.ts';
import { advertise, reorderAdvertised } from './advertisement.service.ts';

const done = { results: { success: true } };

export function advertisementRoutes({ api }: Kernel): void {
  api(advertisementApi, {
    'PUT /api/v1/collection/advertisement': async ({ ctx, body }) => {
      await advertise(ctx, body.cidx, body.adsOn, body.version);
      return done;
    },
    'PUT /api/v1/collection/advertisement/order': async ({ ctx, body }) => {
      await reorderAdvertised(ctx, body.sequence, body.base);
      return done;
    },
  });
}
