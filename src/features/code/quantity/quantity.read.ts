import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import type { BatchRow } from '../batch/batch.store.ts';

/** What another quantity of a batch would do. */
export interface QuantityChange {
  /** How many codes are issued. */
  issue: number;
  /** How many codes that were never activated are cancelled. */
  cancel: number;
  /** How many were ever activated: there cannot be fewer. */
  activated: number;
}

/**
 * More codes are issued anew. Of fewer, those not activated yet may be used up to the quantity: codes that were cancelled
 * one by one count as gone already.
 */
export async function foreseeQuantity(ctx: Context, batch: BatchRow, count: number): Promise<QuantityChange> {
  const { rows } = await sql<{ activated: number; unused: number }>`
    select coalesce(sum(activated), 0) as activated,
      coalesce(sum(issued - activated - canceled + canceled_activated), 0) as unused
    from code_day where cg_idx = ${batch.cg_idx}`.execute(ctx.db);
  const { activated, unused } = rows[0] ?? { activated: 0, unused: 0 };
  const issue = Math.max(0, count - batch.count);
  const cancel = count < batch.count ? Math.max(0, unused - Math.max(0, count - activated)) : 0;
  return { issue, cancel, activated };
}
