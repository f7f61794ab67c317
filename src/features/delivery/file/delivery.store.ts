import { sql } from 'kysely';
import type { CodeFilter, LotCount, MatchingBatch } from '#features/code/code-find.public.ts';
import { restMatches } from '#features/code/code-find.public.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Delivery, DeliveryForm } from './delivery.contract.ts';

/**
 * How many codes of each lot a filter finds in these batches. Only batches with several lots are counted; of the others it
 * is known. A code that changes meanwhile may be in the file and not in these figures, or the other way round.
 */
export async function countLots(
  ctx: Context,
  filter: CodeFilter,
  matching: readonly Pick<MatchingBatch, 'cg_idx' | 'found'>[],
): Promise<LotCount[]> {
  const { rows } = await sql<LotCount>`
    with place as materialized (
      select p.cg_idx, p.found, (select count(*) from code_lot l where l.cg_idx = p.cg_idx) as lots
      from unnest(${matching.map(({ cg_idx }) => cg_idx)}::integer[], ${matching.map(({ found }) => found)}::integer[])
        p (cg_idx, found)
    )
    select p.cg_idx, coalesce((select lot from code_lot l where l.cg_idx = p.cg_idx), 1) as lot, p.found as codes
    from place p where p.lots <= 1
    union all
    select p.cg_idx, n.lot, n.codes from place p cross join lateral (
      select c.lot, count(*)::integer as codes from code c
      where c.cg_idx = p.cg_idx and ${restMatches(ctx, filter)} group by c.lot
    ) n where p.lots > 1`.execute(ctx.db);
  return rows;
}

/** What left, and how. */
interface Sent {
  as: DeliveryForm;
  filter: CodeFilter;
  lots: readonly LotCount[];
  /** The staff ID; null for the partner. */
  by: string | null;
}

/** A stored delivery, of a batch. */
export interface StoredDelivery {
  del_idx: number;
  cg_idx: number;
}

/** Stores one delivery for each batch, with its lots. */
export async function insertDeliveries(ctx: Context, { as, filter, lots, by }: Sent): Promise<StoredDelivery[]> {
  const { rows } = await sql<StoredDelivery>`
    with sent as (
      select * from unnest(${lots.map(({ cg_idx }) => cg_idx)}::integer[], ${lots.map(({ lot }) => lot)}::integer[],
        ${lots.map(({ codes }) => codes)}::integer[]) s (cg_idx, lot, codes)
    ), delivered as (
      insert into code_delivery (cg_idx, at, by, "to", "as", filter, codes)
      select b.cg_idx, ${ctx.now.toISOString()}, ${by}, u.name, ${as}, ${JSON.stringify(filter)}::jsonb, sum(s.codes)
      from sent s join code_batch b on b.cg_idx = s.cg_idx join customer u on u.cust_idx = b.cust_idx
      group by b.cg_idx, u.name order by b.cg_idx
      returning del_idx, cg_idx
    ), with_lots as (
      insert into code_delivery_lot (del_idx, lot, codes)
      select d.del_idx, s.lot, s.codes from delivered d join sent s on s.cg_idx = d.cg_idx
    )
    select del_idx, cg_idx from delivered order by del_idx`.execute(ctx.db);
  return rows;
}

/** Replaces the figures of these deliveries by those of the lots that were sent; one of which none was sent goes. */
export async function correctDeliveries(
  ctx: Context,
  deliveries: readonly StoredDelivery[],
  lots: readonly LotCount[],
): Promise<void> {
  const given = sql`unnest(${deliveries.map(({ del_idx }) => del_idx)}::integer[], ${deliveries.map(({ cg_idx }) => cg_idx)}::integer[])
    g (del_idx, cg_idx)`;
  const sent = sql`(select g.del_idx, s.lot, s.codes from ${given} join
    unnest(${lots.map(({ cg_idx }) => cg_idx)}::integer[], ${lots.map(({ lot }) => lot)}::integer[],
      ${lots.map(({ codes }) => codes)}::integer[]) s (cg_idx, lot, codes) using (cg_idx))`;
  await sql`
    delete from code_delivery d using ${given}
    where d.del_idx = g.del_idx and not exists (select from ${sent} s where s.del_idx = d.del_idx)`.execute(ctx.db);
  // The lots follow in a statement of their own: of deliveries that are there still, now that their rows are locked.
  const { rows } = await sql<{ del_idx: number }>`
    update code_delivery d set codes = n.codes
    from (select del_idx, sum(codes)::integer as codes from ${sent} s group by del_idx) n
    where n.del_idx = d.del_idx returning d.del_idx`.execute(ctx.db);
  const left = sql`${rows.map(({ del_idx }) => del_idx)}::integer[]`;
  await sql`
    with gone as (
      delete from code_delivery_lot l where l.del_idx = any(${left})
        and not exists (select from ${sent} s where s.del_idx = l.del_idx and s.lot = l.lot)
    )
    insert into code_delivery_lot (del_idx, lot, codes)
    select del_idx, lot, codes from ${sent} s where s.del_idx = any(${left})
    on conflict (del_idx, lot) do update set codes = excluded.codes`.execute(ctx.db);
}

// More than a batch has in years.
const most = 1000;

/** The deliveries of a batch, newest first. */
export async function listDeliveries(ctx: Context, cg_idx: number): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select d.del_idx, ${secondsOf(sql`d.at`)} as at, d.by, d."to", d."as", d.codes, (
      select jsonb_agg(jsonb_build_object('lot', l.lot, 'codes', l.codes) order by l.lot)
      from code_delivery_lot l where l.del_idx = d.del_idx
    ) as lots
    from code_delivery d where d.cg_idx = ${cg_idx} order by d.at desc, d.del_idx desc limit ${most}`.execute(ctx.db);
  return rows;
}
