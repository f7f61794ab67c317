import { sql } from 'kysely';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';

/** A lot that is about to be issued: its size, and the quantity of the batch with it. */
interface NewLot {
  cg_idx: number;
  issued: number;
  count: number;
}

/** Adds the next lot of a batch, which the caller has locked, and returns its number: they count from 1. */
export async function addLot(ctx: Context, { cg_idx, issued, count }: NewLot): Promise<number> {
  const { rows } = await sql<{ lot: number }>`
    insert into code_lot (cg_idx, lot, issued, issued_at, issued_by, count)
    select ${cg_idx}::integer, coalesce(max(lot), 0) + 1, ${issued}::integer, ${ctx.now.toISOString()}::timestamptz,
      ${actorName(ctx.actor)}::text, ${count}::integer
    from code_lot where cg_idx = ${cg_idx} returning lot`.execute(ctx.db);
  return rows[0]?.lot ?? 1;
}
