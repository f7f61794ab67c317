import { z } from 'zod';
import { AnyPage } from '#kernel/db/paging.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results } from '#kernel/work/fields.ts';
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
    .array(z.object({ ...line, here: z.string(), state, why: z.enum(differences) }))
    .describe(
      'In both: with another code, with one that was replaced, returned here, or sold in another month; `code` is that of the list',
    ),
  only_here: z.array(z.object({ ...line, state })),
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
});
export type OrdersApi = typeof ordersApi;
