import { z } from 'zod';
import { type FilterOf, field, filterOf, recordKey } from '#kernel/work/filter.ts';
import { monthForm, yearForm } from './batch-rows.rules.ts';

/** The filter of lists of batches: whose, of what, and when they were issued. */
export const batchFilter = filterOf({
  cust_idx: recordKey(),
  cidx: recordKey(),
  /** 'YYYY' */
  year: field(z.string().regex(yearForm)),
  /** 'YYYY-MM', in the office's time zone. */
  month: field(z.string().regex(monthForm)),
});
export type BatchFilter = FilterOf<typeof batchFilter>;
