import { type RawBuilder, sql } from 'kysely';
import { endAfterToday } from '#features/code/code-batch.public.ts';
import type { Database } from '#kernel/db/database.ts';
import { executeGeneric } from '#kernel/db/generic-plan.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { OrderState } from './vending.rules.ts';

/** A sold code. Times in seconds, 0 means none. */
export interface StoredOrder {
  ord_idx: number;
  order: string;
  code: string;
  cg_idx: number;
  sold_at: number;
  returned_at: number;
  valid_until: number;
  /** A decimal. */
  price: string;
  currency: string;
  /** When its code was replaced by another; 0 if it is the code that was drawn. */
  replaced_at: number;
  state: OrderState;
  /** Since when it has been in this state. */
  at: number;
}

/**
 * What became of an order `o` of a code `c` at a time, in SQL. One that somebody redeemed stays redeemed when its length is
 * over; one that staff cancelled is withdrawn, whatever it was.
 */
export const orderState = (now: number) => sql<OrderState>`
  (case when o.returned_at > 0 then 'returned' when c.is_canceled > 0 then 'withdrawn' when c.activated_date > 0 then 'redeemed'
    when c.valid_until between 1 and ${now} then 'expired' else 'sold' end)`;

/** Since when an order `o` of a code `c` has been in its state, in SQL. */
export const orderSince = (now: number) => sql<number>`
  (case when o.returned_at > 0 then o.returned_at when c.is_canceled > 0 then c.is_canceled
    when c.activated_date > 0 then c.activated_date when c.valid_until between 1 and ${now} then c.valid_until else o.at end)`;

/** When an order `o` got the code `c` in place of another, in SQL: as it was issued. */
export const replacedAt = sql<number>`(case when o.former <> '{}' then c.issued_at else 0 end)`;

/** The columns of an order `o` of a code `c`. */
export const orderColumns = ({ now }: Pick<Context, 'now'>) => sql`
  o.ord_idx, o."order", o.code, o.cg_idx, o.at as sold_at, o.returned_at, c.valid_until, o.price::text as price, o.currency,
  ${replacedAt} as replaced_at, ${orderState(inSeconds(now))} as state, ${orderSince(inSeconds(now))} as at`;

/** The order of a key with this number. */
export async function findOrder(ctx: Context, key: number, order: string): Promise<StoredOrder | undefined> {
  const found = sql<StoredOrder>`
    select ${orderColumns(ctx)} from code_order o join code c on c.code = o.code
    where o.key_idx = ${key} and o."order" = ${order}`;
  return (await executeGeneric(ctx.db, found))[0];
}

/** What an order of a key gets: the batches to sell from, in their order, whether the quota is used up, and whether it has its code. */
export interface Sellable {
  batches: number[];
  isUsedUp: boolean;
  isSold: boolean;
}

/** Counts that an order asks for its code, if it has one, and reads what its key sells: both with one statement. */
export async function beginSale(db: Database, key: number, order: string): Promise<Sellable> {
  const found = sql<Sellable>`
    with again as (
      update code_order set asked = asked + 1 where key_idx = ${key} and "order" = ${order} returning ord_idx
    )
    select batches, drawn >= quota as "isUsedUp", exists (select from again) as "isSold" from vend_key where key_idx = ${key}`;
  return (await executeGeneric(db, found))[0] ?? { batches: [], isUsedUp: false, isSold: false };
}

/** Locks an order of a key, then its code, until the transaction ends, and reads both. */
export async function lockOrder(ctx: Context, key: number, order: string): Promise<StoredOrder | undefined> {
  const { rows } = await sql<{ code: string }>`
    select code from code_order where key_idx = ${key} and "order" = ${order} for update`.execute(ctx.db);
  await sql`select from code where code = any(${rows.map(({ code }) => code)}::text[]) for update`.execute(ctx.db);
  return rows.length > 0 ? findOrder(ctx, key, order) : undefined;
}

/** A sale to be made: the order of a key, and who draws. */
export interface SaleTerms {
  key: number;
  order: string;
  by: string;
}

/** A code that was drawn, locked until the transaction ends, with what its sale is. */
export interface DrawnCode {
  code: string;
  cg_idx: number;
  /** In seconds, 0 is never; it does not yet have what the sale gives. */
  valid_until: number;
  price: string;
  currency: string;
  /** The end that the sale gives it, in seconds; null if it keeps the one it has. */
  ends: number | null;
  /** The order that was stored; null if the key has one of this number or the code is sold, also just now by another transaction. */
  ord_idx: number | null;
}

/**
 * Draws a code of a batch that nobody has bought, used or cancelled, and that is not over, and stores its sale. One that another
 * sale holds is skipped: no two sales get the same. Codes are drawn from the last to the first, since a lowered quantity takes
 * the first. What is drawn next is below the code of the last order; only if there is none, the whole batch is looked through, for
 * codes whose sale failed or that were issued since, in place of leaked ones or as another lot.
 */
export async function drawCode(ctx: Context, cg_idx: number, terms: SaleTerms): Promise<DrawnCode | undefined> {
  const below = sql<boolean>`c.code < coalesce((
    select o.code from code_order o where o.cg_idx = any(array[${cg_idx}]::integer[])
    order by o.cg_idx desc, o.ord_idx desc limit 1), '~')`;
  return (
    (await drawFrom(ctx, { cg_idx, within: below }, terms)) ??
    (await drawFrom(ctx, { cg_idx, within: sql<boolean>`true` }, terms))
  );
}

/*
 * Written so that the indexes of the batch are read in their order, whatever the database knows of a batch: with no statistics, or
 * those of before it was issued, it takes the other indexes for as good. A batch that is one of several is ordered by; as the only
 * one it would not be, and the indexes of all codes and all orders would do. And a code that is not over zero is thought likely, where
 * one that equals it is thought rare, so that sorting seems cheap.
 */
async function drawFrom(
  ctx: Context,
  { cg_idx, within }: { cg_idx: number; within: RawBuilder<boolean> },
  { key, order, by }: SaleTerms,
): Promise<DrawnCode | undefined> {
  const now = inSeconds(ctx.now);
  const drawn = sql<DrawnCode>`
    with drawn as (
      select c.code, c.cg_idx, c.lot, c.valid_until, b.price, b.currency,
        case when b.valid_after = 'vend' and c.valid_until = 0 then ${endAfterToday(ctx)} end as ends
      from (
        select c.code, c.cg_idx, c.lot, c.valid_until from code c
        where c.cg_idx = any(array[${cg_idx}]::integer[]) and ${within} and not c.activated_date + c.is_canceled > 0
          and (c.valid_until = 0 or c.valid_until > ${now})
          and not exists (select from code_order o where o.code = c.code)
        order by c.cg_idx, c.code desc limit 1 for update of c skip locked
      ) c join code_batch b on b.cg_idx = ${cg_idx}
    ), sold as (
      insert into code_order (at, key_idx, cg_idx, lot, price, currency, "order", code, sold_by)
      select ${now}::bigint, ${key}::integer, cg_idx, lot, price, currency, ${order}, code, ${by} from drawn
      on conflict do nothing returning ord_idx
    )
    select code, cg_idx, valid_until, price::text as price, currency, ends, ord_idx from drawn left join sold on true`;
  return (await executeGeneric(ctx.db, drawn))[0];
}

/**
 * Counts a code against the quota of a key; false if it is used up. The last statement of a sale: sales of one key wait for
 * each other here.
 */
export async function countDrawn(db: Database, key: number): Promise<boolean> {
  const counted = sql`update vend_key set drawn = drawn + 1 where key_idx = ${key} and drawn < quota returning drawn`;
  return (await executeGeneric(db, counted)).length > 0;
}

/** Stores when an order was returned, in seconds; 0 if it is not. */
export async function storeReturned({ db }: Pick<Context, 'db'>, ordIdx: number, at: number): Promise<void> {
  await sql`update code_order set returned_at = ${at} where ord_idx = ${ordIdx}`.execute(db);
}

/** The key and the number of an order; undefined if there is none. */
export async function findSale(
  { db }: Pick<Context, 'db'>,
  ordIdx: number,
): Promise<{ key: number; order: string } | undefined> {
  return db
    .selectFrom('code_order')
    .select(['key_idx as key', 'order'])
    .where('ord_idx', '=', ordIdx)
    .executeTakeFirst();
}

/** The orders of a key from a time on, oldest first, after a place in this order. */
export async function listOrders(
  ctx: Context,
  { key, since, after, limit }: { key: number; since: number; after: { at: number; ord: number }; limit: number },
): Promise<StoredOrder[]> {
  const { rows } = await sql<StoredOrder>`
    select ${orderColumns(ctx)} from code_order o join code c on c.code = o.code
    where o.key_idx = ${key} and o.at >= ${since} and (o.at, o.ord_idx) > (${after.at}::bigint, ${after.ord}::bigint)
    order by o.at, o.ord_idx limit ${limit}`.execute(ctx.db);
  return rows;
}
