import { z } from 'zod';
import { contract } from '#kernel/http/contract.ts';
import { idx, results, success, title } from '#kernel/http/fields.ts';

const scope = z.enum(['read', 'redeem']);

/** The last second that a date can name. */
const endOfTime = 253_402_300_799;

const Key = z.object({
  key_idx: z.int(),
  name: z.string(),
  scope,
  prefix: z.string().describe('How the key begins'),
  created_at: z.int(),
  created_by: z.string().nullable(),
  expires_at: z.int(),
  last_used_at: z.int().describe('To the minute'),
});

const NewKey = z.strictObject({
  name: title,
  scope,
  expires_at: z.int().min(0).max(endOfTime).default(0).describe('In seconds; 0 is never'),
});
export type NewKey = z.output<typeof NewKey>;

export const apikeyApi = contract({
  'GET /api/v1/api_key': {
    summary: 'The API keys, the newest first; the keys themselves are known to nobody here',
    response: results(z.array(Key)),
  },
  'POST /api/v1/api_key': {
    summary: 'Make an API key; it is answered this once',
    body: NewKey,
    response: results(z.object({ key_idx: z.int(), key: z.string() })),
  },
  'DELETE /api/v1/api_key/:key_idx': {
    summary: 'Revoke an API key, at once',
    params: z.object({ key_idx: idx }),
    response: results(success),
  },
});
