import type { BatchRow } from '../batch-rows.read.ts';

/** The columns of a customer's batches. */
export const customerColumns = [
  'batch',
  'date',
  'collection',
  'count',
  'amount',
  'total',
  'withdrawn',
  'issued',
  'active',
  'expired',
  'canceled',
] as const;

/** The page of a customer's batch. */
export const customerBatchHref = ({ cust_idx, cg_idx }: Pick<BatchRow, 'cust_idx' | 'cg_idx'>): string =>
  `/customer/code/${cust_idx}/${cg_idx}`;
