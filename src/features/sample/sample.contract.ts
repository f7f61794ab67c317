import { z } from 'zod';
import { contract } from '#kernel/http/contract.ts';
import { results } from '#kernel/http/fields.ts';

export const sampleApi = contract({
  'POST /api/v1/sample': {
    summary: 'Load the sample library into an empty library',
    response: results(z.object({ success: z.boolean(), books: z.int() })),
  },
});
