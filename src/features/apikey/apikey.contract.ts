import { z } from 'zod';
import { endOfTime } from '#kernel/text/seconds.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, success, title } from '#kernel/work/fields.ts';

const scope = z.enum(['read', 'redeem']);

const Key = z.object({
  key_idx: z.int(),
  name: z.string(),
  scope,
  prefix: z.string().describe('The start of the key'),
  created_at: z.int(),
  created_by: z.string().nullable(),
  expires_at: z.int(),
  last_used_at: z.int().describe('To the minute'),
});

const NewKey = z.strictObject({
  name: title,
  scope,
  expires_at: z.int().min(0).max(endOfTime).default(0).describe('In seconds; 0 means never'),
});
export type NewKey = z.output<typeof NewKey>;

export const apikeyApi = contract({
  'GET /api/v1/api_key': {
    summary: 'List the API keys, newest first, without the keys themselves',
    response: results(z.array(Key)),
  },
  'POST /api/v1/api_key': {
    summary: 'Create an API key; it is returned only once',
    body: NewKey,
    response: results(z.object({ key_idx: z.int(), key: z.string() })),
  },
  'DELETE /api/v1/api_key/:key_idx': {
    summary: 'Revoke an API key, effective immediately',
    params: z.object({ key_idx: idx }),
    response: results(success),
  },
});
