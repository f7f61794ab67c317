import { type RawBuilder, sql } from 'kysely';
import { codeEntity } from '#features/code/code.public.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import type { Context } from '#kernel/work/context.ts';
import { orderEntity } from './vending.rules.ts';

/** A code and the one that was issued in its place. */
interface Pair {
  code: string;
  twin: string;
}

/**
 * Gives the orders whose codes were replaced the codes in their place, as part of an act; returns how many. It is the same sale:
 * its number, its time and its price stay. The caller has locked the codes, so nobody is selling them.
 */
export async function moveOrders(ctx: Context, act: number, pairs: readonly Pair[]): Promise<number> {
  const given = sql`unnest(${pairs.map(({ code }) => code)}::text[], ${pairs.map(({ twin }) => twin)}::text[]) p (code, twin)`;
  const { numAffectedRows = 0n } = await sql`
    with moved as (
      update code_order o set code = c.code, lot = c.lot, former = o.former || p.code
      from ${given} join code c on c.code = p.twin where o.code = p.code
      returning o.ord_idx, p.code as before, o.code as after
    )
    ${effectsOf(act)}`.execute(ctx.db);
  if (numAffectedRows > 0n) ctx.changed(orderEntity);
  return Number(numAffectedRows);
}

/**
 * Gives orders the codes back that they had before an act `of`, where the act that undoes it brought these back. The caller
 * has locked the codes.
 */
export async function moveOrdersBack(ctx: Context, { of, act }: { of: number; act: number }): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    with moved as (
      update code_order o set code = c.code, lot = c.lot, former = trim_array(o.former, 1)
      from act_record r join act_record b on b.act_idx = ${act}::bigint and b.entity = ${codeEntity}
          and b.record_id = r.after ->> 'replaces'
        join code c on c.code = b.record_id
      where r.act_idx = ${of}::bigint and r.entity = ${codeEntity} and r.before is null
        and o.code = r.record_id and o.former[cardinality(o.former)] = c.code
      returning o.ord_idx, r.record_id as before, o.code as after
    )
    ${effectsOf(act)}`.execute(ctx.db);
  if (numAffectedRows > 0n) ctx.changed(orderEntity);
}

const effectsOf = (act: number) =>
  storeEffects(act, orderEntity, {
    from: sql`moved`,
    id: sql`ord_idx::text`,
    before: sql`jsonb_build_object('code', moved.before)`,
    after: sql`jsonb_build_object('code', moved.after)`,
  });

/** The condition that a code was sold to an order that did not have another code before. */
export const isSoldAnew = (code: RawBuilder<unknown>, before: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select from code_order sold where sold.code = ${code}
    and sold.former[cardinality(sold.former)] is distinct from ${before})`;

/** The condition that a code was sold. */
export const isSold = (code: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from code_order sold where sold.code = ${code})`;
