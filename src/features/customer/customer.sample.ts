import type { SamplePart } from '#kernel/desk/sample-parts.ts';
import type { References } from '#kernel/records/references.ts';
import type { Context } from '#kernel/work/context.ts';
import type { NewCustomer } from './customer.contract.ts';
import { createCustomer, removeCustomer } from './customer.service.ts';

/** The customers of the sample library. */
const customers: readonly NewCustomer[] = [
  { cust_id: 'SAMPLE-1', name: 'Lantern Schools', memo: 'Twelve primary schools' },
  { cust_id: 'SAMPLE-2', name: 'Harbour Bookshop', memo: '' },
];

const find = (ctx: Context) =>
  ctx.db
    .selectFrom('customer')
    .select(['cust_idx', 'cust_id'])
    .where(
      'cust_id',
      'in',
      customers.map(({ cust_id }) => cust_id),
    )
    .execute();

/** Customers for the sample library; an ID already in use is skipped. */
export const customerSample = (references: References): SamplePart => ({
  load: async (ctx) => {
    const taken = new Set((await find(ctx)).map(({ cust_id }) => cust_id));
    for (const customer of customers) if (!taken.has(customer.cust_id)) await createCustomer(ctx, customer);
  },
  remove: async (ctx) => {
    for (const { cust_idx } of await find(ctx)) await removeCustomer(ctx, references, cust_idx);
  },
});
