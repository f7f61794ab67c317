import type { CodeListRow } from '#features/code/code-find.public.ts';

/** What a coupon is redeemed for: the terms of its batch, by one learner, or an event, by many. */
export const couponKinds = ['access', 'event'] as const;

/** The fields that codes of batches have and those of events lack. */
interface OfBatch
  extends Pick<CodeListRow, 'cg_idx' | 'batch' | 'lot' | 'cust_idx' | 'customer' | 'price' | 'currency'> {
  kind: 'access';
  event_idx: null;
  event: null;
  /** The learner who redeemed it. */
  learner_id: string | null;
  /** Stands for that ID in addresses. */
  ref: string | null;
  participants: null;
}

type NoBatch = {
  [K in keyof Pick<OfBatch, 'cg_idx' | 'batch' | 'lot' | 'cust_idx' | 'customer' | 'price' | 'currency'>]: null;
};

interface OfEvent extends NoBatch {
  kind: 'event';
  event_idx: number;
  event: string;
  learner_id: null;
  ref: null;
  participants: number;
}

/** A code of a batch or of an event. Times in seconds, 0 means none. */
export type CouponRow = Omit<CodeListRow, keyof NoBatch> & (OfBatch | OfEvent);

/** The columns that can be shown or hidden. */
const columns = [
  'kind',
  'state',
  'batch',
  'event',
  'customer',
  'collection',
  'issued',
  'from',
  'valid',
  'length',
  'activated',
  'expires',
  'canceled',
  'learner',
  'participants',
  'price',
] as const;

/** What the report can be sorted by: every column. */
export const couponSortKeys = ['code', ...columns] as const;

export const allCouponsOffer = {
  path: '/report/all-coupons',
  columns,
  initial: ['kind', 'state', 'event', 'customer', 'collection', 'issued', 'activated', 'learner'],
};
