import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { results } from '#kernel/work/fields.ts';

const Anchor = z.object({
  rows: z.number().int().describe('How many rows of the audit trail are sealed'),
  link: z.string().describe('The link of the last of them, hexadecimal'),
  sealed_at: z.number().int().nullable().describe('When it was sealed, in seconds'),
});

export const proofApi = contract({
  'GET /api/v1/trail/anchor': {
    summary:
      'Where the chain of the audit trail stands: kept elsewhere, it shows later that nothing before it was changed',
    response: results(Anchor),
  },
});
