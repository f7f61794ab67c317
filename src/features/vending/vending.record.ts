import type { RecordDeclaration } from '#kernel/records/records.ts';
import { ordersPart } from './orders/orders.routes.ts';
import { orderEntity } from './vending.service.ts';

/** Orders of shops in the trail. */
export const orderRecord: RecordDeclaration = {
  kind: orderEntity,
  label: 'vending.kind',
  titles: { table: 'code_order', key: 'ord_idx', title: 'order' },
  actions: { sold: 'vending.did_sold', returned: 'vending.did_returned' },
  parts: [ordersPart],
  fields: { order: 'vending.field_order', code: 'vending.field_code' },
};
