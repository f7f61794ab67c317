import { customerKind, readCustomerHead } from '#features/customer/customer.public.ts';
import { pageSize, pagingLimit } from '#kernel/db/paging.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { RecordPart } from '#kernel/records/record-parts.ts';
import { compareWithList } from './compare.service.ts';
import { OrdersParams, OrdersQuery, ordersApi } from './orders.contract.ts';
import { thisMonth } from '#kernel/work/days.ts';
import { readOrders } from './orders.read.ts';
import { ordersHref } from './orders.rules.ts';
import type OrdersPage from './orders.view.tsx';
import { drawForShop, listSellers, returnForShop } from './staff-orders.service.ts';

/** The orders of a customer as a tab of its page. */
export const ordersPart: RecordPart = {
  of: customerKind,
  tab: { label: 'vending.heading', href: ordersHref, isLast: true },
};

export function ordersRoutes({ api, web, records, storage }: Kernel): void {
  api(ordersApi, {
    'GET /api/v1/order': async ({ ctx, query: { cust_idx, month = thisMonth(ctx), page } }) => {
      await readCustomerHead(ctx, records, cust_idx);
      return { results: await readOrders(ctx, { cust_idx, month, page }) };
    },
    'POST /api/v1/order/compare': async ({ ctx, request, query: { cust_idx, month = thisMonth(ctx) } }) => {
      await readCustomerHead(ctx, records, cust_idx);
      return { results: await compareWithList({ ctx, request, storage }, { cust_idx, month }) };
    },
    'POST /api/v1/order': async ({ ctx, body }) => {
      await readCustomerHead(ctx, records, body.cust_idx);
      return { results: await drawForShop(ctx, body) };
    },
    'POST /api/v1/order/:ord_idx/return': async ({ ctx, params, body }) => ({
      results: await returnForShop(ctx, params.ord_idx, body.memo),
    }),
  });
  web.lead('/customer/orders', '/customer');
  web.page('/customer/orders/:cust_idx', {
    view: view<typeof OrdersPage>('vending/orders/orders'),
    follows: ['code_order', 'code', 'registration'],
    words: ['customer'],
    title: (t, { head }) => `${t('vending.heading')} · ${head.customer.name}`,
    params: OrdersParams,
    query: OrdersQuery,
    replica: true,
    snapshot: true,
    load: async ({ ctx, params: { cust_idx }, query: { month: wanted, page } }) => {
      const now = thisMonth(ctx);
      const month = wanted && wanted < now ? wanted : now;
      const [head, found, sellers] = await Promise.all([
        readCustomerHead(ctx, records, cust_idx),
        readOrders(ctx, { cust_idx, month, page }),
        listSellers(ctx, cust_idx),
      ]);
      return { head, found, sellers, month, now, paging: { size: pageSize, limit: pagingLimit } };
    },
  });
}
