import { z } from 'zod';
import { endOfTime } from '#kernel/text/seconds.rules.ts';
import { assistantRights } from '#kernel/work/actor.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, idxNumber, results, success, title, version } from '#kernel/work/fields.ts';

/** The kinds of keys, in the order in which a new one offers them. */
export const keyScopes = ['read', 'redeem', 'vend', 'assistant', 'staff'] as const;
const scope = z.enum(keyScopes);
export type Scope = z.output<typeof scope>;

// More than a shop sells from at once.
const mostBatches = 50;
const quota = z.int().min(1).max(1_000_000);

const may = z.array(z.enum(assistantRights));

const Key = z.object({
  key_idx: z.int(),
  name: z.string(),
  scope,
  prefix: z.string().describe('The start of the key'),
  created_at: z.int(),
  created_by: z.string().nullable(),
  expires_at: z.int(),
  last_used_at: z.int().describe('To the minute'),
  vend: z
    .object({
      batches: z.array(z.object({ cg_idx: z.int(), title: z.string() })),
      quota: z.int(),
      drawn: z.int(),
      version: z.int(),
    })
    .nullable()
    .describe(
      'Of the scope `vend`: the batches from which it sells, in this order, how many codes in all, and how many it sold',
    ),
  may: may.nullable().describe('What the key of an assistant may do'),
});

/** A key that sells says from what, and how much; the others do not. */
function sells(
  given: { scope: string; batches?: readonly number[] | undefined; quota?: number | undefined },
  ctx: z.RefinementCtx,
): void {
  for (const name of ['batches', 'quota'] as const)
    if ((given[name] !== undefined) !== (given.scope === 'vend'))
      ctx.addIssue({
        code: 'custom',
        path: [name],
        message: given.scope === 'vend' ? 'invalid.required' : 'apikey.only_vend',
      });
}

const expires_at = z.int().min(0).max(endOfTime).default(0).describe('In seconds; 0 means never');

const NewKey = z
  .strictObject({
    name: title,
    scope,
    batches: z
      .array(idxNumber)
      .min(1)
      .max(mostBatches)
      .optional()
      .describe('Of the scope `vend`: batches of one customer (cg_idx), in the order in which they are sold'),
    quota: quota.optional().describe('Of the scope `vend`: how many codes it may draw in all'),
    may: may.min(1).max(assistantRights.length).optional().describe('Of the scope `assistant`: what it may do'),
    expires_at,
  })
  .superRefine(sells);
export type NewKey = z.output<typeof NewKey>;

export const KeyParams = z.object({ key_idx: idx });

const Sells = z.strictObject({
  batches: z.array(idxNumber).min(1).max(mostBatches),
  quota: quota.describe('Not less than what it has drawn'),
  version,
});
export type Sells = z.output<typeof Sells>;

export const apikeyApi = contract({
  'GET /api/v1/api_key': {
    summary: 'List the API keys, newest first, without the keys themselves',
    response: results(z.array(Key)),
  },
  'GET /api/v1/api_key/own': {
    summary: 'The key that calls, and for whom; of the scope `staff`',
    permission: 'signed-in',
    forPrograms: true,
    response: results(z.object({ name: z.string(), staff_id: z.string(), is_admin: z.boolean() })),
  },
  'POST /api/v1/api_key': {
    summary: 'Create an API key; it is returned only once',
    body: NewKey,
    response: results(z.object({ key_idx: z.int(), key: z.string() })),
  },
  'GET /api/v1/api_key/:key_idx/use': {
    summary: 'What a key called in the last 30 days, and which deprecated fields it sent or was answered',
    params: KeyParams,
    response: results(
      z.object({
        name: z.string(),
        uses: z.array(
          z.object({
            call: z.string().describe('Such as GET /portal/v1/books/{bid}'),
            calls: z.int(),
            last_on: z.string().describe('The last day, YYYY-MM-DD'),
            deprecated: z.array(z.string()).describe('Deprecated fields that were sent or answered'),
          }),
        ),
      }),
    ),
  },
  'PUT /api/v1/api_key/:key_idx': {
    summary: 'Change from which batches a key of the scope `vend` sells, in which order, and how many codes in all',
    params: KeyParams,
    body: Sells,
    response: results(success.extend({ version: z.int() })),
  },
  'POST /api/v1/api_key/:key_idx/replace': {
    summary:
      'Replace the key of one’s own assistant, effective immediately: its rights and proposals stay; the new key is returned only once',
    params: KeyParams,
    body: z.strictObject({ expires_at }),
    response: results(z.object({ key: z.string() })),
  },
  'DELETE /api/v1/api_key/:key_idx': {
    summary: 'Revoke an API key, effective immediately',
    params: KeyParams,
    response: results(success),
  },
});
