import { sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import type { BatchTerms } from '../batch.contract.ts';

/** The collection of a customer's newest batch; the next one is often of the same. */
export async function findLastCollection(ctx: Context, cust_idx: number): Promise<Choice | null> {
  const { rows } = await sql<Choice>`
    select b.cidx::text as value, coalesce(t.title, c.cid) as label
    from code_batch b join collection c using (cidx) left join collection_text t on t.cidx = b.cidx and t.locale = 'en'
    where b.cust_idx = ${cust_idx} order by b.cg_idx desc limit 1`.execute(ctx.db);
  return rows[0] ?? null;
}

// How many orders show what a customer paid.
const shownOrders = 2;

/** What a collection costs now, and what a customer paid for it last. */
export async function readTerms(
  ctx: Context,
  { cidx, cust_idx }: { cidx: number; cust_idx?: number | undefined },
): Promise<BatchTerms> {
  const prices = await sql<BatchTerms['prices'][number]>`
    select coalesce(discounted_price, price)::text as price, currency, subscription_period as length
    from collection_price where cidx = ${cidx} order by display_order`.execute(ctx.db);
  const orders = await sql<BatchTerms['orders'][number]>`
    select cg_idx, ${secondsOf('created_at')} as created_at, count, price::text as price, currency, length
    from code_batch where cust_idx = ${cust_idx ?? null}::integer and cidx = ${cidx} and status in ('issuing', 'issued')
    order by cg_idx desc limit ${sql.lit(shownOrders)}`.execute(ctx.db);
  return { prices: prices.rows, orders: orders.rows };
}
