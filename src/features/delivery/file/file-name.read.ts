import { sql } from 'kysely';
import type { MatchingBatch } from '#features/code/code-find.public.ts';
import type { Context } from '#kernel/work/context.ts';

/** The customer and the batch of a file, if all its codes share them. */
export async function namesOf(
  ctx: Context,
  matching: readonly Pick<MatchingBatch, 'cg_idx'>[],
): Promise<{ cust_id?: string; batch?: string }> {
  const { rows } = await sql<{ cust_id: string | null; customers: number; batch: string | null }>`
    select min(u.cust_id) as cust_id, count(distinct u.cust_idx)::integer as customers, min(b.title) as batch
    from code_batch b join customer u on u.cust_idx = b.cust_idx
    where b.cg_idx = any(${matching.map(({ cg_idx }) => cg_idx)}::integer[])`.execute(ctx.db);
  const [row] = rows;
  if (!row?.cust_id || row.customers > 1) return {};
  return { cust_id: row.cust_id, ...(matching.length === 1 && row.batch !== null && { batch: row.batch }) };
}
