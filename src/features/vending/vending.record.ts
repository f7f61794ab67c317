import { batchEntity } from '#features/code/code-batch.public.ts';
import { customerKind } from '#features/customer/customer.public.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { Succession } from '#kernel/records/succession.ts';
import { codeEntity } from '#features/code/code.public.ts';
import { isSoldAnew, moveOrders, moveOrdersBack } from './follow.store.ts';
import { ordersPart } from './orders/orders.routes.ts';
import { drawnBack, soldAgain } from './orders/staff-orders.service.ts';
import { findVendWarnings } from './vend-warnings.read.ts';
import { orderEntity } from './vending.rules.ts';

/** An order whose code is replaced gets the new one: it is the same sale. */
const orderFollows: Succession = {
  move: (ctx, act, pairs) =>
    moveOrders(
      ctx,
      act,
      pairs.map(({ from, to }) => ({ code: from, twin: to })),
    ),
  moveBack: moveOrdersBack,
  stays: isSoldAnew,
};

/** Orders of shops in the trail. */
export const orderRecord: RecordDeclaration = {
  kind: orderEntity,
  label: 'vending.kind',
  titles: { table: 'code_order', key: 'ord_idx', title: 'order' },
  actions: {
    sold: 'vending.did_sold',
    drawn: 'vending.did_drawn',
    returned: 'vending.did_returned',
    taken_back: 'vending.did_taken_back',
  },
  undo: { drawn: drawnBack, taken_back: soldAgain },
  parts: [
    ordersPart,
    { of: codeEntity, follows: orderFollows },
    { of: customerKind, warnings: (ctx, id) => findVendWarnings(ctx, { cust_idx: Number(id) }) },
    { of: batchEntity, warnings: (ctx, id) => findVendWarnings(ctx, { cg_idx: Number(id) }) },
  ],
  fields: { order: 'vending.field_order', code: 'vending.field_code' },
};
