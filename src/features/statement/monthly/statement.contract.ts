import { z } from 'zod';
import { printType } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results } from '#kernel/work/fields.ts';
import { monthForm } from '../batch-rows.rules.ts';

const Month = z.string().regex(monthForm);

export const StatementParams = z.object({ cust_idx: idx });

/** The query of the page's address; an invalid month counts as absent. */
export const StatementQuery = z.object({ month: Month.optional().catch(undefined) });

export const statementApi = contract({
  'GET /api/v1/customer/:cust_idx/statement': {
    summary:
      "A customer's unused codes of a month, by default the current one up to now: opening, what entered and left them, closing, and the amounts by currency; as JSON, as a sheet by batch (csv), or for a month that is over as a document (pdf)",
    params: StatementParams,
    query: z.object({ month: Month.optional(), as: z.enum(['json', 'csv', 'pdf']).default('json') }),
    stream: ['application/json; charset=utf-8', 'text/csv; charset=utf-8', printType],
    response: results(
      z.object({
        opening: z.int(),
        issued: z.int(),
        restored: z.int(),
        withdrawn: z.int(),
        redeemed: z.int(),
        expired: z.int(),
        canceled: z.int(),
        closing: z.int(),
        replaced: z.int().describe('Of those issued, how many in place of withdrawn ones: replaced, not sold twice'),
        /** Codes issued less codes withdrawn, at the present prices of their batches. */
        amounts: z.array(z.object({ currency: z.string(), amount: z.string() })),
      }),
    ),
    replica: true,
  },
});
