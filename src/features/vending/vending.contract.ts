import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idxNumber, results } from '#kernel/work/fields.ts';
import { orderStates } from './vending.rules.ts';

const params = z.object({ order: z.string().max(200) });

export const Sale = z.object({
  order: z.string(),
  code: z.string(),
  valid_until: z.int().describe('In seconds, the first moment at which it is over; 0 is never'),
  price: z.string(),
  currency: z.string(),
});
export type Sale = z.output<typeof Sale>;

export const Order = z.object({
  order: z.string(),
  code: z.string(),
  state: z.enum(orderStates),
  at: z.int().describe('Since when, in seconds'),
  replaced_at: z
    .int()
    .describe(
      'When `code` was issued in place of its code, in seconds, which leaked or was replaced and is refused. 0 if never',
    ),
});
export type Order = z.output<typeof Order>;

const ListedOrder = Order.extend({
  sold_at: z.int(),
  valid_until: z.int(),
  price: z.string(),
  currency: z.string(),
});
export type ListedOrder = z.output<typeof ListedOrder>;

/** The calls of a shop, with a key of the scope `vend`. */
export const vendingApi = contract({
  'POST /partner/v1/orders': {
    summary:
      'Draw one code for an order number of the shop. The same number gets the same code for ever, however often and from wherever it is asked for; 409 once the quota of the key or its batches are used up',
    permission: 'key:vend',
    body: z.strictObject({
      order: z.string().max(200).describe('1 to 64 letters, digits, signs and blanks'),
      batch: idxNumber.optional().describe('One of the batches of the key; by default the first that has a code left'),
    }),
    response: results(Sale),
  },
  'GET /partner/v1/orders': {
    summary: 'The orders of the key, oldest first; `next` of a page is `after` of the following one, null at the end',
    permission: 'key:vend',
    query: z.object({
      since: z.coerce.number().int().min(0).default(0).describe('Only those sold from then on, in seconds'),
      after: z
        .string()
        .max(40)
        .regex(/^\d+-\d+$/)
        .optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    response: z.object({ results: z.array(ListedOrder), next: z.string().nullable() }),
  },
  'GET /partner/v1/orders/:order': {
    summary: 'What became of an order',
    permission: 'key:vend',
    params,
    response: results(Order),
  },
  'DELETE /partner/v1/orders/:order': {
    summary: 'Return an order whose code nobody has redeemed: the code is withdrawn and never sold again',
    permission: 'key:vend',
    params,
    response: results(Order),
  },
});
