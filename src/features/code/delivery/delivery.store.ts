import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';
import type { CodeFilter } from '../list/code-filter.contract.ts';
import { restMatches } from '../list/code-filter.read.ts';
import type { MatchingBatch } from '../list/matching-batches.read.ts';
import type { DeliveryForm } from './delivery.contract.ts';

/** How many codes of each lot of a batch are in a file. */
export interface LotCount {
  cg_idx: number;
  lot: number;
  codes: number;
}

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

/** Stores one delivery for each batch, with its lots; returns the first. */
export async function insertDeliveries(ctx: Context, { as, filter, lots, by }: Sent): Promise<number | undefined> {
  const { rows } = await sql<{ del_idx: number | null }>`
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
    select min(del_idx) as del_idx from delivered`.execute(ctx.db);
  return rows[0]?.del_idx ?? undefined;
}
