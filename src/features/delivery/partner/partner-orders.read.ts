import { sql } from 'kysely';
import { type OrderState, orderSince, orderState } from '#features/vending/order-state.public.ts';
import { isBatchSoldByOrders } from '#features/vending/sold-batches.public.ts';
import { pageSize } from '#kernel/db/paging.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';

/** A shop's order as its partner sees it: without the code, since whoever has the link reads along. */
interface PartnerOrder {
  order: string;
  state: OrderState;
  /** Since when it has been in this state, in seconds. */
  at: number;
}

/** A page of the orders of a batch, newest first. */
export interface PartnerOrders {
  rows: PartnerOrder[];
  total: number;
  page: number;
  pages: number;
}

/** The orders of a batch; null if no shop draws codes of it. Files would hand out what is sold one by one. */
export async function readPartnerOrders(ctx: Context, cg_idx: number, wanted: number): Promise<PartnerOrders | null> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from code_order where cg_idx = ${cg_idx}`.execute(ctx.db);
  const total = counted[0]?.total ?? 0;
  if (total === 0 && !(await isBatchSoldByOrders(ctx, cg_idx))) return null;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(wanted, pages);
  const now = inSeconds(ctx.now);
  const { rows } = await sql<PartnerOrder>`
    select o."order", ${orderState(now)} as state, ${orderSince(now)} as at
    from code_order o join code c on c.code = o.code where o.cg_idx = ${cg_idx}
    order by o.ord_idx desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(ctx.db);
  return { rows, total, page, pages };
}
