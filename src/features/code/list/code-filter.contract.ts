import { z } from 'zod';
import { choice, day, type FilterOf, field, filterOf, recordKey } from '#kernel/work/filter.ts';
import { readCode } from '../code.rules.ts';
import { codeStatuses } from '../code-state.read.ts';
import { codeMoments } from './code-filter.rules.ts';

/** The filter of a list of codes. */
export const codeFilter = filterOf({
  /** What happened on the days; if absent, that the code was issued. */
  on: choice(codeMoments),
  since: day(),
  until: day(),
  cidx: recordKey(),
  cust_idx: recordKey(),
  cg_idx: recordKey(),
  /** Of that batch; refused without one. */
  lot: recordKey(),
  status: choice(codeStatuses),
  /** A code as typed, or its beginning. */
  code: field(
    z
      .string()
      .max(40)
      .transform((typed) => readCode(typed) || undefined),
  ),
});
export type CodeFilter = FilterOf<typeof codeFilter>;
