import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';
import type { BatchRow } from '../batch/batch.store.ts';

/** The effect of another quantity of a batch. */
export interface QuantityChange {
  /** How many codes would be issued. */
  issue: number;
  /** How many never activated codes would be cancelled. */
  cancel: number;
  /** How many were ever activated, the minimum of the quantity. */
  activated: number;
}

/**
 * A higher quantity issues new codes. A lower one cancels unused codes until activated and unused ones add up to the
 * quantity; codes cancelled one by one before are already excluded.
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
