import type { Kernel } from '#kernel/mount/feature.ts';
import { vendingApi } from './vending.contract.ts';
import { drawForOrder, keyOf, listOwnOrders, readOrderOf, returnOrder } from './vending.service.ts';

/** The calls of shops. */
export function vendingRoutes({ api }: Pick<Kernel, 'api'>): void {
  api(vendingApi, {
    'POST /partner/v1/orders': async ({ ctx, body }) => ({
      results: await drawForOrder(ctx, { key: keyOf(ctx), ...body }),
    }),
    'GET /partner/v1/orders': ({ ctx, query }) => listOwnOrders(ctx, query),
    'GET /partner/v1/orders/:order': async ({ ctx, params }) => ({
      results: await readOrderOf(ctx, { key: keyOf(ctx), ...params }),
    }),
    'DELETE /partner/v1/orders/:order': async ({ ctx, params }) => ({
      results: await returnOrder(ctx, { key: keyOf(ctx), ...params }),
    }),
  });
}
