import { z } from 'zod';
import { AnyPage } from '#kernel/db/paging.ts';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, idx, idxNumber, results } from '#kernel/work/fields.ts';
import { Order, Sale } from '../vending.contract.ts';
import { orderStates } from '../vending.rules.ts';
import { differences, monthForm } from './orders.rules.ts';

const Month = z.string().regex(monthForm);

export const OrdersParams = z.object({ cust_idx: idx });

/** The query of the page's address; an invalid month counts as absent. */
export const OrdersQuery = z.object({ month: Month.optional().catch(undefined), page: AnyPage });

const state = z.enum(orderStates);

const CustomerOrder = z.object({
  ord_idx: z.int(),
  order: z.string(),
  code: z.string(),
  cg_idx: z.int(),
  batch: z.string(),
  state,
  at: z.int().describe('Since when it has been in this state, in seconds'),
  sold_at: z.int(),
  sold_by: z.string().describe('The name of the key and its start'),
  asked: z.int().describe('How often the shop asked for its code'),
  valid_until: z.int(),
  price: z.string(),
  currency: z.string(),
  former: z
    .array(z.string())
    .describe('The codes it had before, each of which was replaced: it leaked, or staff issued another'),
});
export type CustomerOrder = z.output<typeof CustomerOrder>;

const OrderSums = z.object({
  sold: z.int(),
  redeemed: z.int(),
  expired: z.int(),
  returned: z.int(),
  withdrawn: z.int(),
});
export type OrderSums = z.output<typeof OrderSums>;

const Amount = z.object({ currency: z.string(), orders: z.int(), amount: z.string() });

const CustomerOrders = z.object({
  orders: z.array(CustomerOrder),
  total: z.int(),
  page: z.int(),
  sums: OrderSums,
  amounts: z
    .array(Amount)
    .describe('To bill, by currency: the orders less those returned, at the prices of their sales'),
});
export type CustomerOrders = z.output<typeof CustomerOrders>;

const line = { order: z.string(), code: z.string() };

const Compared = z.object({
  agree: z.int(),
  differ: z
    .array(z.object({ ord_idx: z.int(), ...line, here: z.string(), state, why: z.enum(differences) }))
    .describe(
      'In both: with another code, with one that was replaced, returned here, or sold in another month; `code` is that of the list',
    ),
  only_here: z.array(z.object({ ord_idx: z.int(), ...line, state })),
  only_there: z.array(z.object(line)),
});
export type Compared = z.output<typeof Compared>;

export const ordersApi = contract({
  'GET /api/v1/order': {
    summary: "The orders that a customer's shops drew in a month, by default the current one, newest first; 100 a page",
    query: z.object({ cust_idx: idx, month: Month.optional(), page: AnyPage }),
    replica: true,
    response: results(CustomerOrders),
  },
  'POST /api/v1/order/compare': {
    summary:
      "Compare a customer's orders of a month with a list of the shop: an .xlsx or .csv file with a column of order numbers and, if there is one, of codes. Nothing is stored",
    query: z.object({ cust_idx: idx, month: Month.optional() }),
    files: { file: 'one' },
    response: results(Compared),
  },
  'POST /api/v1/order': {
    summary:
      "Draw a code for an order that a customer's shop sold without asking for one, as its key would: it counts against its quota, and the same number gets the same code. 409 if no key sells, 422 if several do and none is named. An act whose undo returns the order",
    body: z.strictObject({
      cust_idx: idxNumber,
      order: z.string().max(200),
      key_idx: idxNumber.optional().describe('The key of the shop; by default the only one'),
    }),
    response: results(Sale.extend({ act_idx })),
  },
  'POST /api/v1/order/:ord_idx/return': {
    summary:
      'Return an order for its shop, as the shop would: its code, which nobody has redeemed, is withdrawn and nobody pays for it. An act with an undo',
    params: z.object({ ord_idx: idx }),
    body: z.strictObject({ memo: z.string().trim().max(2000).default('') }),
    response: results(Order.extend({ act_idx })),
  },
});
export type OrdersApi = typeof ordersApi;
