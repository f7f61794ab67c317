import { z } from 'zod';
import { BatchAct } from '#features/code/code-change.public.ts';
import { PageNumber } from '#kernel/db/paging.ts';
import { ExportFormat } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, orEmpty } from '#kernel/work/fields.ts';
import { batchFilter } from '../batch-filter.contract.ts';
import { monthForm } from '../batch-rows.rules.ts';

/** The queries of a list of batches, which is always in the order of their dates. */
export const batchListQueries = {
  address: batchFilter.address.extend({ page: PageNumber }),
  sheet: batchFilter.query.extend({ as: ExportFormat.default('csv') }),
};

const CodeGroupParams = z.object({ codeGroup: idx });

/** A batch in the history. Times in seconds, amounts as decimals. */
const HistoryRow = z.object({
  cg_idx: z.int(),
  cust_idx: z.int(),
  customer: z.string(),
  collection: z.string(),
  title: z.string(),
  reg_date: z.int(),
  /** Ever issued, and how many of these lowering the quantity took; the quantity has the states below. */
  issued: z.int(),
  withdrawn_codes: z.int(),
  count: z.int(),
  price: z.string(),
  currency: z.string(),
  memo: z.string(),
  unused_codes: z.int(),
  active_codes: z.int(),
  /** Ever activated. */
  activated_codes: z.int(),
  expired_codes: z.int(),
  canceled_codes: z.int(),
});

const data = <T extends z.ZodType>(value: T) => z.object({ data: z.object({ history: value }) });

export const codeReportApi = contract({
  'GET /api/v5/code/history': {
    summary: 'The batches of a year, of a month of it, of a customer, newest first, at most 10,000',
    query: z.object({
      year: z.coerce.number().int().min(1970).max(9999).optional(),
      month: z
        .union([z.string().regex(monthForm), z.coerce.number().int().min(1).max(12)])
        .optional()
        .describe("'YYYY-MM', or 1 to 12 of the year"),
      custIdx: orEmpty(idx),
    }),
    response: data(z.array(HistoryRow)),
    replica: true,
  },
  'GET /api/v5/code/history/:codeGroup': {
    summary: 'One batch with the changes of its codes and their memos, and its codes, 10,000 a page',
    params: CodeGroupParams,
    query: z.object({ page: z.coerce.number().int().min(1).max(100).default(1) }),
    response: data(HistoryRow.extend({ memos: z.array(BatchAct), codes: z.array(z.string()) })),
    replica: true,
  },
});
