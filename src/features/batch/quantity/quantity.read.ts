import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';
import type { LotLowered } from '../batch.contract.ts';
import type { BatchRow } from '../batch.store.ts';
import { type LotStock, listLots } from '../lot/lot.read.ts';
import { countDelivered } from './going-codes.read.ts';
import { describeLots, planWithdrawal, type Stock, type Taking } from './withdrawal.rules.ts';

/** The effect of another quantity of a batch. */
export interface QuantityChange {
  /** How many codes would be issued. */
  issue: number;
  /** How many never activated codes would be withdrawn, and these by lot. */
  cancel: number;
  lots: LotLowered[];
  /** How many were ever activated, the minimum of the quantity. */
  activated: number;
}

/** A lot as a lower quantity sees it. */
const stockOf = (lot: LotStock): Stock => ({
  lot: lot.lot,
  unused: lot.unused_codes,
  expired: lot.expired_unused,
  canceled: lot.canceled_unused,
  delivered: lot.delivered,
});

/** A higher quantity issues the difference; a lower one withdraws as many codes that were never activated. */
export async function foreseeQuantity(ctx: Context, batch: BatchRow, count: number): Promise<QuantityChange> {
  const listed = await listLots(ctx, batch.cg_idx);
  const cancel = Math.max(0, batch.count - count);
  const takings = planWithdrawal(listed.map(stockOf), cancel);
  return {
    issue: Math.max(0, count - batch.count),
    cancel,
    lots: describeLots(await countDelivered(ctx, batch.cg_idx, takings)),
    activated: listed.reduce((sum, { activated_codes: codes }) => sum + codes, 0),
  };
}

/** Which codes a quantity that is lower by `count` takes. */
export const planFor = async (ctx: Context, cg_idx: number, count: number): Promise<Taking[]> =>
  planWithdrawal((await listLots(ctx, cg_idx)).map(stockOf), count);

/** The quantity that the codes of a batch add up to: those not withdrawn, and those still missing. */
export async function findQuantity(ctx: Context, cg_idx: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(d.issued - d.withdrawn), 0) + b.missing as count
    from code_batch b left join code_day d using (cg_idx) where b.cg_idx = ${cg_idx} group by b.cg_idx`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}
