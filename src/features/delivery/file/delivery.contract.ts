import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idx, results } from '#kernel/work/fields.ts';

/** The forms of a file of codes. */
export const deliveryForms = ['csv', 'xlsx', 'pdf'] as const;
export type DeliveryForm = (typeof deliveryForms)[number];

/** A file of codes of one batch that left. Its time is in seconds. */
const Delivery = z.object({
  at: z.int(),
  by: z.string().nullable().describe("The staff ID; null for a download from the partner's page"),
  to: z.string().describe('The customer'),
  as: z.enum(deliveryForms),
  codes: z.int(),
  lots: z.array(z.object({ lot: z.int(), codes: z.int() })),
});
export type Delivery = z.output<typeof Delivery>;

export const deliveryApi = contract({
  'GET /api/v1/code/batch/:cg_idx/delivery': {
    summary: 'The files with codes of a batch that have left, newest first; the last 1,000',
    params: z.object({ cg_idx: idx }),
    response: results(z.object({ deliveries: z.array(Delivery) })),
  },
});
