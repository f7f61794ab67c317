import { z } from 'zod';
import { codeFilter } from '#features/code/code-find.public.ts';
import { Code } from '#features/code/code-list.public.ts';
import { AnyPage } from '#kernel/db/paging.ts';
import { exportTypes, printType } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results } from '#kernel/work/fields.ts';
import { printLayouts } from '../print/print.rules.ts';

/** The forms of a file of codes. */
export const deliveryForms = ['csv', 'xlsx', 'pdf'] as const;
export type DeliveryForm = (typeof deliveryForms)[number];

/** A file of codes of one batch that left. Its time is in seconds. */
const Delivery = z.object({
  del_idx: z.int(),
  at: z.int(),
  by: z.string().nullable().describe("The staff ID; null for a download from the partner's page"),
  to: z.string().describe('The customer'),
  as: z.enum(deliveryForms),
  codes: z.int(),
  lots: z.array(z.object({ lot: z.int(), codes: z.int() })),
});
export type Delivery = z.output<typeof Delivery>;

export const deliveryApi = contract({
  'GET /api/v1/code': {
    forPrograms: true,
    summary:
      'The codes that match, newest batch first: as a file that is recorded as a delivery (as=csv or xlsx, streamed, with their number in x-total-count; as=pdf for up to 10,000 to print), or one page of 100 as JSON (as=json), where `total` counts up to 10,000',
    query: codeFilter.query.extend({
      as: z.enum([...deliveryForms, 'json']).default('csv'),
      layout: z.enum(printLayouts).default('cards'),
      for: z.enum(['printer']).optional().describe('A sheet with what a card shows: the code, its address, its terms'),
      page: AnyPage,
    }),
    stream: [...exportTypes, printType, 'application/json; charset=utf-8'],
    response: results(z.object({ rows: z.array(Code), total: z.int(), page: z.int() })),
    replica: true,
  },
  'GET /api/v1/code/batch/:cg_idx/delivery': {
    forPrograms: true,
    summary: 'The files with codes of a batch that have left, newest first; the last 1,000',
    params: z.object({ cg_idx: idx }),
    response: results(z.object({ deliveries: z.array(Delivery) })),
  },
});
