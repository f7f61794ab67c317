import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { results } from '#kernel/work/fields.ts';
import { CodeParams } from '../find/code-filter.contract.ts';

export const replaceApi = contract({
  'POST /api/v1/code/:code/replace': {
    summary: 'Withdraw a code that was never activated and issue its twin, in the same lot with the same terms',
    params: CodeParams,
    body: z.strictObject({ memo: z.string().trim().max(2000).default('') }),
    idempotent: true,
    response: results(z.object({ code: z.string().describe('The twin'), act_idx: z.int() })),
  },
});
