import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';
import { today } from '#kernel/work/days.ts';
import type { EndEvent } from './code-batch.rules.ts';

/** For what the end of a code waits. */
export type WaitsFor = Exclude<EndEvent, 'issue'>;

/** What the end of a code `c` of a batch `b` waits for, in SQL; null if it waits for nothing. */
export const waitsFor = sql<WaitsFor | null>`
  (case when c.valid_until = 0 and c.activated_date = 0 and c.is_canceled = 0 and b.valid_after <> 'issue' then b.valid_after end)`;

/** The end of codes of a batch `b` whose days begin today, in SQL: the first second after their last day. */
export const endAfterToday = (ctx: Pick<Context, 'now' | 'timeZone'>) =>
  sql<number>`code_end_after(${today(ctx)}::date, b.valid_days, b.valid_from, ${ctx.timeZone})`;

/** When codes of a batch end whose days begin now, in seconds; 0 if the batch has no such days. */
export async function endAfterNow(ctx: Context, cg_idx: number): Promise<number> {
  const { rows } = await sql<{ end: number }>`
    select case when b.valid_days > 0 then ${endAfterToday(ctx)} else 0 end as end
    from code_batch b where b.cg_idx = ${cg_idx}`.execute(ctx.db);
  return rows[0]?.end ?? 0;
}

/**
 * Of these batches, those whose codes end some days after an event, each with the end of codes for which it happens at the
 * context's time. Seconds.
 */
export async function endsAfter(
  ctx: Pick<Context, 'db' | 'now' | 'timeZone'>,
  batches: readonly number[],
  event: EndEvent,
): Promise<Map<number, number>> {
  if (batches.length === 0) return new Map();
  const { rows } = await sql<{ cg_idx: number; end: number }>`
    select b.cg_idx, ${endAfterToday(ctx)} as end from code_batch b
    where b.cg_idx = any(${batches}::integer[]) and b.valid_after = ${event} order by b.cg_idx`.execute(ctx.db);
  return new Map(rows.map(({ cg_idx, end }) => [cg_idx, end]));
}
