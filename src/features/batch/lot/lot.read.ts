import { sql } from 'kysely';
import { lotFiguresOf } from '#features/code/code-figures.public.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Lot } from './lot.contract.ts';

/** A lot with what a lower quantity takes into account. */
export interface LotStock extends Lot {
  /** Ever activated, whatever their state is now. */
  activated_codes: number;
  /** Never activated codes that expired, and that were cancelled. */
  expired_unused: number;
  canceled_unused: number;
  /** The codes of its deliveries, counted in each, and those that shops sold. */
  delivered: number;
}

const firstFile = sql`${secondsOf(sql`d.first`)}`;

// A sold code is delivered: to the customer whose shop has drawn it.
const wasSoldFirst = sql`coalesce(sold.first < coalesce(${firstFile}, sold.first + 1), false)`;

/** The lots of a batch with their current figures, the newest first. */
export async function listLots(ctx: Context, cg_idx: number): Promise<LotStock[]> {
  // Codes that the previous release issued during an upgrade have no row in code_lot: they are the batch's first ones.
  const { rows } = await sql<LotStock>`
    select f.lot, ${secondsOf(sql`coalesce(l.issued_at, b.created_at)`)} as issued_at,
      case when l.lot is null then b.created_by else l.issued_by end as issued_by,
      f.total as issued, f.activated as activated_codes, f.withdrawn as withdrawn_codes, f.issued as unused_codes, f.active as active_codes,
      f.expired as expired_codes, f.canceled as canceled_codes, f.expired_unused, f.canceled_unused,
      coalesce(least(${firstFile}, sold.first), 0) as delivered_at,
      case when ${wasSoldFirst} then (select u.name from customer u where u.cust_idx = b.cust_idx) else d."to" end as delivered_to,
      case when not ${wasSoldFirst} then d."as" end as delivered_as,
      case when sold.lot is null then d."by" end as downloaded_by,
      coalesce(l.handed_to, '') as handed_to, coalesce(l.handed_on::text, '') as handed_on, coalesce(l.version, 1) as version,
      coalesce(d.codes, 0) + coalesce(sold.codes, 0) as delivered
    from code_batch b cross join (${lotFiguresOf(ctx, cg_idx)}) f
    left join code_lot l on l.cg_idx = b.cg_idx and l.lot = f.lot
    left join (
      select x.lot, min(y.at) as first, (array_agg(y."to" order by y.at, y.del_idx))[1] as "to",
        (array_agg(y."as" order by y.at, y.del_idx))[1] as "as",
        case when bool_and(y."by" is not null) then (array_agg(y."by" order by y.at, y.del_idx))[1] end as "by",
        sum(x.codes) as codes
      from code_delivery y join code_delivery_lot x using (del_idx) where y.cg_idx = ${cg_idx} group by x.lot
    ) d on d.lot = f.lot
    left join (
      select o.lot, min(o.at) as first, count(*)::integer as codes from code_order o
      where o.cg_idx = ${cg_idx} group by o.lot
    ) sold on sold.lot = f.lot
    where b.cg_idx = ${cg_idx} order by f.lot desc`.execute(ctx.db);
  return rows;
}
