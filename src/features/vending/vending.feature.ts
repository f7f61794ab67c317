import type { Feature } from '#kernel/mount/feature.ts';
import { ordersRoutes } from './orders/orders.routes.ts';
import { findOrderHref } from './order-finding.read.ts';
import { findVendWarnings } from './vend-warnings.read.ts';
import { vendingMessages } from './vending.messages.ts';
import { orderRecord } from './vending.record.ts';
import { vendingRoutes } from './vending.routes.ts';

/** Shops of partners, which draw a code for each of their orders with a key of their own. */
export const vending: Feature = {
  name: 'vending',
  messages: vendingMessages,
  exported: { tables: ['code_order', 'vend_key'] },
  register(kernel) {
    vendingRoutes(kernel);
    ordersRoutes(kernel);
    kernel.records.define(orderRecord);
    kernel.cards.add(findOrderHref);
    kernel.home.addTasks((ctx) => findVendWarnings(ctx));
  },
};
