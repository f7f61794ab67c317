import { sql } from 'kysely';
import type { Context } from '../work/context.ts';
import { systemCaller, type UnitOfWork } from '../work/unit-of-work.ts';

/** How far a reader of changes may fall behind, in time and in number of changes. */
const changeWindow = { days: 30, rows: 5_000_000 };

const batchSize = 10_000;

/**
 * Removes changes beyond the window, oldest first, one transaction per batch, and records how far, so that readers with
 * an earlier cursor get an error. Returns how many were removed.
 */
export async function pruneChanges(work: UnitOfWork, signal?: AbortSignal, window = changeWindow): Promise<number> {
  const caller = systemCaller('prune');
  const last = await work.read(caller, (ctx) => beyondWindow(ctx, window));
  for (let pruned = 0; ; ) {
    signal?.throwIfAborted();
    const batch = await work.write(caller, (ctx) => pruneBatch(ctx, last));
    pruned += batch;
    if (batch < batchSize) return pruned;
  }
}

/** The last change to remove: older than the age limit, or beyond the row limit. */
async function beyondWindow(ctx: Context, { days, rows }: typeof changeWindow): Promise<number> {
  const since = new Date(ctx.now.getTime() - days * 86_400_000).toISOString();
  const found = await sql<{ last: number }>`
    select greatest(
      coalesce((select change_idx - 1 from change where at >= ${since} order by change_idx limit 1),
               (select max(change_idx) from change)),
      (select change_idx - 1 from change order by change_idx desc offset ${rows - 1}::integer limit 1),
      0) as last`.execute(ctx.db);
  return found.rows[0]?.last ?? 0;
}

async function pruneBatch(ctx: Context, last: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from change
      where change_idx in (select change_idx from change where change_idx <= ${last} order by change_idx limit ${batchSize}::integer)
      returning change_idx)
    update change_epoch set pruned_idx = (select max(change_idx) from gone)
    where exists (select from gone)
    returning (select count(*) from gone) as count`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}
