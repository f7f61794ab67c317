import { z } from 'zod';
import { contract } from './http/contract.ts';
import { results } from './http/fields.ts';

export const paletteApi = contract({
  'GET /api/v1/search': {
    summary: 'Search records of every kind, for the command palette',
    query: z.object({ text: z.string().trim().min(1).max(200) }),
    response: results(z.array(z.object({ label: z.string(), detail: z.string(), href: z.string(), kind: z.string() }))),
  },
});
