import { sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import type { Context } from '#kernel/work/context.ts';

/** A scheduled change of a collection. */
export interface ComingChange {
  res_idx: number;
  cid: string;
  /** Where its field is in the versions of the collection. */
  field: string[];
  value: Json;
  apply_at: number;
  created_by: string | null;
}

/** The scheduled changes of collections up to a time in seconds, the next first. */
export async function listComing(ctx: Context, cids: readonly string[], until: number): Promise<ComingChange[]> {
  const { rows } = await sql<ComingChange>`
    select r.res_idx, r.cid, r.field, r.value, ${secondsOf('r.apply_at')} as apply_at, r.created_by
    from reservation r
    where r.cid = any(${cids}::text[]) and r.status = 'scheduled'
      and r.apply_at <= ${new Date(until * 1000).toISOString()}
    order by r.apply_at, r.res_idx`.execute(ctx.db);
  return rows;
}
