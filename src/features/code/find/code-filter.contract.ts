import { z } from 'zod';
import { PageNumber, PageSize } from '#kernel/db/paging.ts';
import { filterText } from '#kernel/work/fields.ts';
import { choice, day, type FilterOf, field, filterOf, recordKey, shortOrList } from '#kernel/work/filter.ts';
import { readCode } from '../code.rules.ts';
import { codeStatuses } from '../code-state.read.ts';
import { codeMoments } from './code-filter.rules.ts';
import { readCodes } from './code-search.rules.ts';

// What is no code stays as it is typed, and finds nothing: without it the list would have every code.
const read = (typed: string | undefined) =>
  typed === undefined ? undefined : (readCodes(typed)?.join(' ') ?? (readCode(typed) || typed || undefined));

function codeText() {
  const { body, query } = field(shortOrList(readCodes, 40).transform(read));
  return { body, query, address: filterText.transform(read).optional() };
}

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
  /** A code as typed, or its beginning; or a list of codes. */
  code: codeText(),
});
export type CodeFilter = FilterOf<typeof codeFilter>;

/** The query of the list's address; the newest batch comes first always. */
export const CodeListQuery = codeFilter.address.extend({ page: PageNumber, size: PageSize });

export const CodeParams = z.object({ code: z.string().max(40).transform(readCode) });
