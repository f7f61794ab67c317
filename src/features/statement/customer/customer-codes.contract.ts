import { z } from 'zod';
import { PageNumber } from '#kernel/db/paging.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results } from '#kernel/work/fields.ts';
import { monthForm } from '../batch-rows.rules.ts';

export const CustomerCodesParams = z.object({ cust_idx: idx });

export const CustomerBatchParams = CustomerCodesParams.extend({ codeGroup: idx });

/** The query of the address of a customer's codes. */
export const CustomerCodesQuery = z.object({
  month: z.string().regex(monthForm).optional().catch(undefined),
  page: PageNumber,
});

export const customerCodesApi = contract({
  'GET /api/v1/customer/:cust_idx/codes': {
    summary: "A customer's batches of a month as HTML, as the page of its codes shows them; the newest 100",
    params: CustomerCodesParams,
    query: z.object({ month: z.string().regex(monthForm).optional() }),
    response: results(z.object({ html: z.string() })),
    replica: true,
  },
  'GET /api/v1/customer/:cust_idx/codes/:codeGroup': {
    summary: "The codes of one of a customer's batches as HTML, as its page shows them; the first 100",
    params: CustomerBatchParams,
    response: results(z.object({ html: z.string() })),
    replica: true,
  },
});
