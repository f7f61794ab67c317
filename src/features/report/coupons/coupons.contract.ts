import { z } from 'zod';
import { codeStates } from '#features/code/code.public.ts';
import { learnerRef } from '#features/registration/registration.public.ts';
import { sortField } from '#kernel/db/list-page.ts';
import { AnyPage, PageNumber, PageSize } from '#kernel/db/paging.ts';
import { ExportFormat } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { couponKinds } from './coupon.rules.ts';
import { couponFilter } from './coupon-filter.contract.ts';
import { readCouponOrder } from './coupon-order.read.ts';

const sort = sortField(readCouponOrder).describe(
  'A column, with `.desc` for the other direction; `kind.desc` by default',
);

export const couponQueries = {
  /** An invalid part counts as absent. */
  address: couponFilter.address.extend({ page: PageNumber, size: PageSize, sort }),
  sheet: couponFilter.query.extend({ sort, as: ExportFormat.default('csv') }),
};

/** A code with all its data. Times in seconds, 0 means none. */
const Coupon = z.object({
  code: z.string(),
  kind: z.enum(couponKinds),
  /** The state of an event's code follows that of the event. */
  state: z.enum(codeStates),
  /** Cancelled for having been taken by a lower quantity. */
  withdrawn: z.boolean(),
  /** Withdrawn because a file with it leaked. */
  leaked: z.boolean(),
  /** Null for the code of an event, as are all fields of its batch. */
  cg_idx: z.int().nullable(),
  batch: z.string().nullable(),
  lot: z.int().nullable(),
  cust_idx: z.int().nullable(),
  customer: z.string().nullable(),
  event_idx: z.int().nullable(),
  event: z.string().nullable(),
  cid: z.string(),
  collection: z.string(),
  issued_at: z.int(),
  valid_from: z.int(),
  valid_until: z.int(),
  /** Days, 0 means for ever. */
  length: z.int(),
  activated_date: z.int(),
  expired_date: z.int(),
  is_canceled: z.int(),
  /** The learner who redeemed an access code. */
  learner_id: z.string().nullable(),
  ref: learnerRef.nullable(),
  /** How many redeemed the code of an event. */
  participants: z.int().nullable(),
  price: z.string().nullable(),
  currency: z.string().nullable(),
});

export const couponsApi = contract({
  'GET /api/v1/report/all-coupons': {
    summary:
      'Every code, those of events first, then the newest batch, and by code, or sorted by any column, a page at a time; `total` counts up to 10,000',
    query: couponFilter.query.extend({ sort, page: AnyPage, size: PageSize }),
    response: z.object({ results: z.array(Coupon), total: z.int() }),
    replica: true,
  },
});
