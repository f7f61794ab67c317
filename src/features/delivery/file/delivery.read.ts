import { sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Delivery } from './delivery.contract.ts';

// More than a batch has in years.
const most = 1000;

/** The deliveries of a batch, newest first. */
export async function listDeliveries(ctx: Context, cg_idx: number): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select ${secondsOf(sql`d.at`)} as at, d.by, d."to", d."as", d.codes, (
      select jsonb_agg(jsonb_build_object('lot', l.lot, 'codes', l.codes) order by l.lot)
      from code_delivery_lot l where l.del_idx = d.del_idx
    ) as lots
    from code_delivery d where d.cg_idx = ${cg_idx} order by d.at desc, d.del_idx desc limit ${most}`.execute(ctx.db);
  return rows;
}
