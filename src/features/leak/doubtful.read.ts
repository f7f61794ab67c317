import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';
import type { Doubtful } from './leak.contract.ts';
import { burstLeast, burstSeconds, learnerLeast, mostDoubtful } from './leak.rules.ts';
import { fileOf, isWithin, type Scope } from './leak.read.ts';

/** Doubtful redemptions, the first ones first, and how many there are in all. */
export interface FoundDoubtful {
  rows: Doubtful[];
  total: number;
}

/**
 * The redemptions of codes of a scope from one moment to another, in seconds, that look doubtful: several by one learner, or
 * a burst, each within seconds of the one before. Nobody can know: staff look at them.
 */
export async function findDoubtful(
  ctx: Context,
  scope: Scope,
  { since, until }: { since: number; until?: number },
): Promise<FoundDoubtful> {
  const { rows } = await sql<Omit<Doubtful, 'ref'> & { total: number }>`
    with ${fileOf(ctx, scope)},
    used as (
      select r.reg_idx, c.activated_date as at, c.code, r.learner_id
      from code c join registration r on r.code = c.code
      where ${isWithin(ctx, scope)} and c.activated_date > 0 and c.activated_date >= ${since}
        ${until === undefined ? sql`` : sql`and c.activated_date <= ${until}`}
    ),
    begun as (
      select *, coalesce(at - lag(at) over (order by at, reg_idx) > ${burstSeconds}, true) as begins from used
    ),
    numbered as (
      select *, count(*) filter (where begins) over (order by at, reg_idx) as nth from begun
    ),
    counted as (
      select *, count(*) over (partition by nth)::integer as near, count(*) over (partition by learner_id)::integer as own
      from numbered
    )
    select reg_idx, at, code, learner_id, case when near >= ${burstLeast} then near else 0 end as burst,
      case when own >= ${learnerLeast} then own else 0 end as of_learner, count(*) over ()::integer as total
    from counted where near >= ${burstLeast} or own >= ${learnerLeast}
    order by at, reg_idx limit ${mostDoubtful}`.execute(ctx.db);
  return {
    rows: rows.map(({ total: _total, ...row }) => ({ ...row, ref: ctx.refs.of(row.learner_id) })),
    total: rows[0]?.total ?? 0,
  };
}
