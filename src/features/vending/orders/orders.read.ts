import { sql } from 'kysely';
import { pageSize } from '#kernel/db/paging.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { amountText } from '#kernel/text/money.rules.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { monthAfter } from '#kernel/text/calendar-months.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { startOfDay } from '#kernel/work/days.ts';
import { orderSince, orderState } from '../vending.store.ts';
import type { CustomerOrder, CustomerOrders, OrderSums } from './orders.contract.ts';
import { type ComparedOrder } from './orders.rules.ts';

const soldIn = ({ timeZone }: Pick<Context, 'timeZone'>, month: string) => sql<boolean>`
  (o.at >= ${secondsOf(startOfDay(`${month}-01`, timeZone))}
    and o.at < ${secondsOf(startOfDay(`${monthAfter(month)}-01`, timeZone))})`;

const joined = sql`code_order o join code_batch b on b.cg_idx = o.cg_idx join code c on c.code = o.code`;

interface OfMonth {
  cust_idx: number;
  month: string;
}

/** A page of the orders of a customer's month, newest first, with what they add up to. */
export async function readOrders(
  ctx: Context,
  { cust_idx, month, page }: OfMonth & { page: number },
): Promise<CustomerOrders> {
  const now = inSeconds(ctx.now);
  const ofMonth = sql`b.cust_idx = ${cust_idx} and ${soldIn(ctx, month)}`;
  const { rows } = await sql<CustomerOrder>`
    select o.ord_idx, o."order", o.code, o.cg_idx, b.title as batch, ${orderState(now)} as state, ${orderSince(now)} as at,
      o.at as sold_at, o.sold_by, o.asked, c.valid_until, o.price::text as price, o.currency, o.former
    from ${joined} where ${ofMonth} order by o.at desc, o.ord_idx desc
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(ctx.db);
  const { rows: counts } = await sql<{ state: keyof OrderSums; currency: string; orders: number; amount: string }>`
    select ${orderState(now)} as state, o.currency, count(*)::integer as orders, sum(o.price)::text as amount
    from ${joined} where ${ofMonth} group by 1, 2`.execute(ctx.db);
  const { rows: amounts } = await sql<{ currency: string; orders: number; amount: string }>`
    select o.currency, count(*)::integer as orders, sum(o.price)::text as amount
    from ${joined} where ${ofMonth} and o.returned_at = 0 group by 1 order by 1`.execute(ctx.db);
  const sums: OrderSums = { sold: 0, redeemed: 0, expired: 0, returned: 0, withdrawn: 0 };
  for (const { state, orders } of counts) sums[state] += orders;
  return {
    orders: rows.map((row) => ({ ...row, price: amountText(row.price, row.currency) })),
    total: Object.values(sums).reduce((sum, count) => sum + count, 0),
    page,
    sums,
    amounts: amounts.map((row) => ({ ...row, amount: amountText(row.amount, row.currency) })),
  };
}

/** The orders of a customer that were sold in a month, and those of any month that a shop's list names. */
export async function listCompared(
  ctx: Context,
  { cust_idx, month }: OfMonth,
  named: readonly string[],
): Promise<ComparedOrder[]> {
  const { rows } = await sql<ComparedOrder>`
    select o.ord_idx, o."order", o.code, o.former, ${orderState(inSeconds(ctx.now))} as state, ${soldIn(ctx, month)} as "inMonth"
    from ${joined} where b.cust_idx = ${cust_idx} and (${soldIn(ctx, month)} or o."order" = any(${named}::text[]))
    order by "inMonth" desc, o.ord_idx`.execute(ctx.db);
  return rows;
}

/** The keys whose batches are of a customer; some may have expired. */
export async function listKeysOfCustomer({ db }: Context, cust_idx: number): Promise<number[]> {
  const { rows } = await sql<{ key_idx: number }>`
    select k.key_idx from vend_key k
    where exists (select from code_batch b where b.cg_idx = any(k.batches) and b.cust_idx = ${cust_idx})`.execute(db);
  return rows.map(({ key_idx }) => key_idx);
}
