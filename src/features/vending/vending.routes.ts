import type { Kernel } from '#kernel/mount/feature.ts';
import { vendingApi } from './vending.contract.ts';
import { drawForOrder, listOwnOrders, readOrderOf, returnOrder } from './vending.service.ts';

/** The calls of shops. */
export function vendingRoutes({ api }: Pick<Kernel, 'api'>): void {
  api(vendingApi, {
    'POST /partner/v1/orders': async ({ ctx, body }) => ({ results: await drawForOrder(ctx, body) }),
    'GET /partner/v1/orders': ({ ctx, query }) => listOwnOrders(ctx, query),
    'GET /partner/v1/orders/:order': async ({ ctx, params }) => ({ results: await readOrderOf(ctx, params.order) }),
    'DELETE /partner/v1/orders/:order': async ({ ctx, params }) => ({ results: await returnOrder(ctx, params.order) }),
  });
}
