import { sql } from 'kysely';
import { type CodeState, stateColumn } from '#features/code/code.public.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { NearCode } from './near-codes.contract.ts';
import { codesNear, slipOf } from './near-codes.rules.ts';

// More would not help whoever is on the telephone.
const mostNear = 5;

/** The issued codes that are one slip away from one that is unknown; for staff only. */
export async function findNearCodes(ctx: Context, typed: string): Promise<NearCode[]> {
  const found = await findExisting(ctx, codesNear(typed), mostNear);
  return found.map((near) => ({ ...near, ...slipOf(typed, near.code) }));
}

/** A code, with what it belongs to. */
interface ExistingCode {
  code: string;
  state: CodeState | null;
  withdrawn: boolean;
  customer: string | null;
  batch: string | null;
  event: string | null;
}

/** Those of some codes that exist, looked up one by one in their index: ten million codes cost no more than ten. */
async function findExisting(ctx: Context, codes: readonly string[], limit: number): Promise<ExistingCode[]> {
  const { rows } = await sql<ExistingCode>`
    select c.code, case when c.cg_idx is not null then ${stateColumn(inSeconds(ctx.now))} end as state, c.withdrawn,
      u.name as customer, b.title as batch, e.name as event
    from code c left join code_batch b on b.cg_idx = c.cg_idx left join customer u on u.cust_idx = b.cust_idx
    left join event e on e.code = c.code
    where c.code = any(${codes}::text[]) order by c.code limit ${limit}`.execute(ctx.db);
  return rows;
}
