import { type RawBuilder, sql } from 'kysely';
import { sentFiles, wasIn } from '#features/code/code-change.public.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { GoingState, Taken, Taking } from './withdrawal.rules.ts';

/** Some of the codes `c` of a batch that a lower quantity takes: the first ones by code after another one. */
export interface Going extends Taking {
  cg_idx: number;
  after: string;
}

/** The rest of a query for these codes, in their order. */
export function goingCodes(
  { now }: Pick<Context, 'now'>,
  { cg_idx, lot, state, codes, after }: Going,
): RawBuilder<unknown> {
  const at = inSeconds(now);
  const isGoing: Record<GoingState, RawBuilder<unknown>> = {
    unused: sql`c.is_canceled = 0 and (c.ends_at = 0 or c.ends_at > ${at})`,
    expired: sql`c.is_canceled = 0 and c.ends_at > 0 and c.ends_at <= ${at}`,
    canceled: sql`c.is_canceled > 0 and not c.withdrawn`,
  };
  return sql`
    from code c where c.cg_idx = ${cg_idx} and c.lot = ${lot} and c.activated_date = 0 and ${isGoing[state]}
      and c.code > ${after}
    order by c.code limit ${codes}`;
}

/** A query `s` of the files that had codes of a batch, for {@link hasLeft}. */
export const filesOf = (ctx: Context, cg_idx: number): RawBuilder<unknown> =>
  sql`s as materialized (${sentFiles(ctx, sql<boolean>`d.cg_idx = ${cg_idx}`)})`;

/** The condition that a code `c` was in one of the files `s`, or that a shop has sold it. */
export const hasLeft = (ctx: Context): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from s where s.lot = c.lot and ${wasIn(ctx)}) or ${isSold})`;

const isSold = sql`exists (select from code_order o where o.code = c.code)`;

/** Tells of what is planned to be taken how many codes have left. */
export async function countDelivered(ctx: Context, cg_idx: number, takings: readonly Taking[]): Promise<Taken[]> {
  if (takings.length === 0) return [];
  const counts = takings.map(
    (taking, index) => sql`
      select ${index}::integer as index, count(*) filter (where ${hasLeft(ctx)})::integer as delivered
      from (select c.* ${goingCodes(ctx, { ...taking, cg_idx, after: '' })}) c`,
  );
  const { rows } = await sql<{ index: number; delivered: number }>`
    with ${filesOf(ctx, cg_idx)} ${sql.join(counts, sql` union all `)} order by index`.execute(ctx.db);
  return takings.map((taking, index) => ({ ...taking, delivered: rows[index]?.delivered ?? 0 }));
}

/** A code that a lower quantity takes although it has left: to whom it went first, and when, in seconds. */
export interface DeliveredCode {
  code: string;
  lot: number;
  to: string;
  at: number;
}

// How many codes one statement looks at.
const chunk = 5000;

/** The codes that are planned to be taken and have left, in the order in which they are taken. */
export async function* readDelivered(
  ctx: Context,
  cg_idx: number,
  takings: readonly Taking[],
): AsyncGenerator<DeliveredCode[]> {
  for (const taking of takings) {
    let after = '';
    for (let left = taking.codes; left > 0; left -= chunk) {
      const going = goingCodes(ctx, { ...taking, cg_idx, after, codes: Math.min(chunk, left) });
      const { rows } = await sql<{ last: string | null; found: DeliveredCode[] }>`
        with ${filesOf(ctx, cg_idx)}, c as materialized (select c.* ${going})
        select (select max(code) from c) as last, coalesce(jsonb_agg(jsonb_build_object(
          'code', c.code, 'lot', c.lot, 'to', f."to", 'at', f.at) order by c.code), '[]') as found
        from c cross join lateral (
          select left_to."to", left_to.at from (
            select s."to", s.at from s where s.lot = c.lot and ${wasIn(ctx)}
            union all select u.name, o.at from code_order o join code_batch b on b.cg_idx = o.cg_idx
              join customer u on u.cust_idx = b.cust_idx where o.code = c.code
          ) left_to order by left_to.at limit 1
        ) f`.execute(ctx.db);
      const [{ last, found } = { last: null, found: [] }] = rows;
      if (last === null) break;
      yield found;
      after = last;
    }
  }
}
