import { z } from 'zod';
import { codeFilter } from '#features/code/code-find.public.ts';
import { Code } from '#features/code/code-list.public.ts';
import { AnyPage } from '#kernel/db/paging.ts';
import { exportTypes, printType } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { results } from '#kernel/work/fields.ts';
import { printLayouts } from '../print/print.rules.ts';
import { deliveryForms } from './delivery.contract.ts';

/** The codes of a filter leave as a file; programs also read them page by page. */
export const codesFileApi = contract({
  'GET /api/v1/code': {
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
});
