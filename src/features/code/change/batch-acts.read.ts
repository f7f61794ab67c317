import { sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { Context } from '#kernel/work/context.ts';
import type { BatchAct } from './code-change.contract.ts';

// More than anybody reads; the audit trail has the rest.
const shown = 100;

/** The acts on the codes of a batch, newest first. */
export async function listBatchActs(ctx: Context, cg_idx: number): Promise<BatchAct[]> {
  const { rows } = await sql<BatchAct>`
    select act_idx, ${secondsOf('at')} as at, actor, field, value, changed, memo
    from code_act where cg_idx = ${cg_idx} order by act_idx desc limit ${shown}`.execute(ctx.db);
  return rows;
}
