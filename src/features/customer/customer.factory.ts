import type { NewCustomer } from './customer.contract.ts';

/** A valid customer for tests. */
export const customerBody = (n: number, over: Partial<NewCustomer> = {}): NewCustomer => ({
  cust_id: `CUST-${n}`,
  name: `Customer ${n}`,
  memo: '',
  ...over,
});
