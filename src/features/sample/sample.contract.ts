import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { results, succeeded } from '#kernel/work/fields.ts';

const books = results(z.object({ success: succeeded, books: z.int() }));

export const sampleApi = contract({
  'POST /api/v1/sample': {
    summary: 'Load the sample library into an empty library',
    ownTransaction: true,
    long: true,
    response: books,
  },
  'DELETE /api/v1/sample': {
    summary: 'Remove the sample library as a whole, while nothing else uses its books',
    response: books,
  },
});
