import { type RawBuilder, sql } from 'kysely';
import { codeMessages } from '#features/code/code-batch.public.ts';
import { sentFiles, wasIn } from '#features/code/code-change.public.ts';
import { isSold } from '#features/vending/order-follow.public.ts';
import { isSoldByOrders } from '#features/vending/sold-batches.public.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Leaking } from './use-leak-name.ts';

/** The codes that leaked: all of some lots of a batch, or of these only those of one delivery. */
export interface Scope {
  cg_idx: number;
  lots: readonly number[];
  del_idx: number | null;
  /** When the first of them left, in seconds; 0 if none did. */
  left_at: number;
}

interface ScopeLot {
  lot: number;
  left_at: number;
  /** A leak issued it, and it has not left yet. */
  is_fresh: boolean;
}

/**
 * What leaked. Of a whole batch, a lot that an earlier leak issued and that has not left yet is not among it: nobody has it,
 * and who presses a second time would freeze what was just issued.
 */
export async function findScope(
  ctx: Context,
  cg_idx: number,
  { delivery, lot }: { delivery?: number | undefined; lot?: number | undefined },
): Promise<Scope> {
  if (delivery !== undefined) return findDelivered(ctx, cg_idx, delivery);
  const { rows } = await sql<ScopeLot>`
    select l.lot, coalesce(${secondsOf(sql`d.first`)}, 0) as left_at,
      d.first is null and exists (select from code_leak k where k.cg_idx = ${cg_idx} and k.lot = l.lot) as is_fresh
    from (select distinct lot from code_day where cg_idx = ${cg_idx}) l
    left join lateral (
      select min(y.at) as first from code_delivery y join code_delivery_lot x using (del_idx)
      where y.cg_idx = ${cg_idx} and x.lot = l.lot
    ) d on true
    where ${lot === undefined ? sql`true` : sql`l.lot = ${lot}`} order by l.lot`.execute(ctx.db);
  if (lot !== undefined && rows.length === 0) throw codeMessages.error(404, 'code.leak_no_lot');
  const leaked = lot === undefined ? rows.filter(({ is_fresh: isFresh }) => !isFresh) : rows;
  const times = leaked.flatMap(({ left_at: at }) => (at > 0 ? [at] : []));
  return {
    cg_idx,
    lots: leaked.map((one) => one.lot),
    del_idx: null,
    left_at: times.length > 0 ? Math.min(...times) : 0,
  };
}

async function findDelivered(ctx: Context, cg_idx: number, delIdx: number): Promise<Scope> {
  const { rows } = await sql<{ lots: number[]; left_at: number }>`
    select ${secondsOf(sql`d.at`)} as left_at, array(
      select l.lot from code_delivery_lot l where l.del_idx = d.del_idx order by l.lot) as lots
    from code_delivery d where d.del_idx = ${delIdx} and d.cg_idx = ${cg_idx}`.execute(ctx.db);
  if (!rows[0]) throw codeMessages.error(404, 'code.leak_no_delivery');
  return { cg_idx, del_idx: delIdx, ...rows[0] };
}

/** A query `s` of the delivery of a scope, for {@link isWithin}; empty if there is none. */
export const fileOf = (ctx: Context, { del_idx: delIdx }: Pick<Scope, 'del_idx'>): RawBuilder<unknown> =>
  sql`s as materialized (${sentFiles(ctx, sql<boolean>`d.del_idx = ${delIdx ?? 0}`)})`;

/** The condition that codes `c` are in a scope. */
export const isWithin = (ctx: Context, { cg_idx, lots, del_idx: delIdx }: Scope): RawBuilder<boolean> => sql<boolean>`
  c.cg_idx = ${cg_idx} and c.lot = any(${lots}::integer[])
  ${delIdx === null ? sql`` : sql`and exists (select from s where s.lot = c.lot and ${wasIn(ctx)})`}`;

/** The condition that codes `c` can still be redeemed, now or later. */
export const isUnused = ({ now }: Pick<Context, 'now'>): RawBuilder<boolean> => sql<boolean>`
  c.is_canceled = 0 and c.activated_date = 0 and (c.ends_at = 0 or c.ends_at > ${inSeconds(now)})`;

/** The codes of a scope in figures, and the lots of the unused ones. */
interface ScopeFigures {
  unused: number;
  redeemed: number;
  redeemed_since: number;
  others: number;
  /** How many of the unused ones shops have sold. */
  orders: number;
  lots: number[];
}

/** Counts the codes of a scope. */
export async function countScope(
  ctx: Context,
  scope: Scope,
  { since, until }: { since: number; until?: number },
): Promise<ScopeFigures> {
  const { rows } = await sql<ScopeFigures>`
    with ${fileOf(ctx, scope)}
    select count(*) filter (where ${isUnused(ctx)})::integer as unused,
      count(*) filter (where c.activated_date > 0)::integer as redeemed,
      count(*) filter (where c.activated_date > 0 and c.activated_date >= ${since}
        ${until === undefined ? sql`` : sql`and c.activated_date <= ${until}`})::integer as redeemed_since,
      count(*) filter (where c.activated_date = 0 and not (${isUnused(ctx)}))::integer as others,
      count(*) filter (where ${isUnused(ctx)} and ${isSold(sql`c.code`)})::integer as orders,
      coalesce(array_agg(distinct c.lot order by c.lot) filter (where ${isUnused(ctx)}), '{}') as lots
    from code c where ${isWithin(ctx, scope)}`.execute(ctx.db);
  return rows[0] ?? { unused: 0, redeemed: 0, redeemed_since: 0, others: 0, orders: 0, lots: [] };
}

/** A leak as it was stored, with the names of what it was about. Times in seconds. */
export interface StoredLeak {
  act_idx: number;
  cg_idx: number;
  batch: string;
  cust_idx: number;
  customer: string;
  del_idx: number | null;
  delivered_at: number;
  /** The lot that leaked; null for a delivery or a whole batch, of which `of_lots` are all. */
  of_lot: number | null;
  of_lots: number[];
  lot: number;
  since: number;
  frozen: number;
  at: number;
  actor: string | null;
  memo: string;
  /** The links to the partner's page that it closed. */
  links: number[];
  /** How many of the new codes are unused still, and whether a file of them left. */
  unused: number;
  isDelivered: boolean;
  /** Shops draw the new codes one by one: there is no file of them. */
  isSoldByOrders: boolean;
}

/** The leak of an act; 404 if there is none. */
export async function getLeak(ctx: Context, act: number): Promise<StoredLeak> {
  const { rows } = await sql<StoredLeak>`
    select k.act_idx, k.cg_idx, b.title as batch, b.cust_idx, u.name as customer, k.del_idx,
      coalesce(${secondsOf(sql`d.at`)}, 0) as delivered_at, k.of_lot, k.of_lots, k.lot, k.since, k.frozen, ${secondsOf(sql`k.at`)} as at,
      k.actor, k.memo, k.links, (
        select count(*)::integer from code c where c.cg_idx = k.cg_idx and c.lot = k.lot and ${isUnused(ctx)}
      ) as unused, exists (
        select from code_delivery y join code_delivery_lot x using (del_idx)
        where y.cg_idx = k.cg_idx and x.lot = k.lot
      ) as "isDelivered", ${isSoldByOrders(sql`k.cg_idx`)} as "isSoldByOrders"
    from code_leak k join code_batch b using (cg_idx) join customer u using (cust_idx)
    left join code_delivery d on d.del_idx = k.del_idx
    where k.act_idx = ${act}::bigint`.execute(ctx.db);
  const [leak] = rows;
  if (!leak) throw codeMessages.error(404, 'code.leak_not_found');
  return leak;
}

/** The scope of a stored leak. */
export const scopeOf = ({ cg_idx, of_lots: lots, del_idx, since }: StoredLeak): Scope => ({
  cg_idx,
  lots,
  del_idx,
  left_at: since,
});

/** The names of what is said to have leaked. */
export async function findLeaking(
  ctx: Context,
  cg_idx: number,
  { lot, delivery }: { lot?: number | undefined; delivery?: number | undefined },
): Promise<Leaking> {
  const { rows } = await sql<Leaking>`
    select b.cg_idx, b.title as batch, u.name as customer, ${lot ?? null}::integer as lot, (
      select jsonb_build_object('del_idx', d.del_idx, 'at', ${secondsOf(sql`d.at`)}, 'codes', d.codes, 'to', d."to")
      from code_delivery d where d.del_idx = ${delivery ?? 0} and d.cg_idx = b.cg_idx) as delivery
    from code_batch b join customer u using (cust_idx) where b.cg_idx = ${cg_idx}`.execute(ctx.db);
  if (!rows[0]) throw codeMessages.error(404, 'code.batch_not_found');
  return rows[0];
}
