import { z } from 'zod';
import { codeFilter } from '#features/code/code-find.public.ts';
import { type FilterOf, field, filterOf } from '#kernel/work/filter.ts';
import { couponKinds } from './coupon.rules.ts';

/** The filter of the report of all codes. */
export const couponFilter = filterOf({ ...codeFilter.fields, kind: field(z.enum(couponKinds)) });
export type CouponFilter = FilterOf<typeof couponFilter>;
