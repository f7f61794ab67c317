import { sql } from 'kysely';
import { codeMessages } from '#features/code/code-batch.public.ts';
import { type CodeFilter, restMatches } from '#features/code/code-find.public.ts';
import { isSoldByOrders, lockAgainstKeys } from '#features/vending/sold-batches.public.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';

// As many as a message names.
const named = 3;

/**
 * Refuses a file that has unused codes of batches from which shops draw: no code may be in a file and be sold by an order. Used
 * and cancelled ones may leave. Part of the transaction that records the file; a key gets batches before or after it.
 */
export async function requireNoneSoldByOrders(
  ctx: Context,
  filter: CodeFilter,
  batches: readonly number[],
): Promise<void> {
  await lockAgainstKeys(ctx.db);
  const { rows } = await sql<{ title: string }>`
    select b.title from code_batch b
    where b.cg_idx = any(${batches}::integer[]) and ${isSoldByOrders(sql`b.cg_idx`)}
      and exists (
        select from code c where c.cg_idx = b.cg_idx and ${restMatches(ctx, filter)} and c.activated_date = 0
          and c.is_canceled = 0 and (c.ends_at = 0 or c.ends_at > ${inSeconds(ctx.now)})
      )
    order by b.cg_idx limit ${named}`.execute(ctx.db);
  if (rows.length === 0) return;
  throw codeMessages.error(409, 'code.sold_by_orders', { batches: rows.map(({ title }) => title).join(', ') });
}
