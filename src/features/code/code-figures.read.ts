import { type RawBuilder, sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { startOfDay, today } from '#kernel/work/days.ts';

/** How many codes a batch has, by state. */
export interface CodeFigures {
  total: number;
  /** Ever activated, whatever the state is now. */
  activated: number;
  issued: number;
  active: number;
  expired: number;
  canceled: number;
}

/**
 * A query of one row: how many codes of batch `b` ended today, up to now, and how many of those were activated. Only
 * these are counted one by one; unused and used codes separately, since each has its own index.
 */
export function endedToday(ctx: Pick<Context, 'now' | 'timeZone'>): RawBuilder<unknown> {
  const ended = sql`
    code.cg_idx = b.cg_idx and is_canceled = 0 and ends_at > 0 and ends_at <= ${inSeconds(ctx.now)}
      and ends_at >= ${secondsOf(startOfDay(today(ctx), ctx.timeZone))}`;
  return sql`
    select unused.expired + used.expired as expired, used.expired as expired_activated
    from (select count(*) as expired from code where activated_date = 0 and ${ended}) unused,
      (select count(*) as expired from code where activated_date > 0 and ${ended}) used`;
}

/** When the next code that is not cancelled ends, in seconds; null if none does. */
export async function findNextEnd({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number | null> {
  const next = sql`is_canceled = 0 and cg_idx = b.cg_idx and ends_at > ${inSeconds(now)} order by ends_at limit 1`;
  const { rows } = await sql<{ at: number | null }>`
    select min(least(
      (select ends_at from code where activated_date = 0 and ${next}),
      (select ends_at from code where activated_date > 0 and ${next}))) as at
    from code_batch b`.execute(db);
  return rows[0]?.at ?? null;
}

/**
 * A query, to join or to sum, for the current figures of the batches `b` that meet a condition, one row each. Its cost
 * depends on days and batches, not on the number of codes; only those that end today are counted one by one.
 */
export function figuresOf(ctx: Pick<Context, 'now' | 'timeZone'>, condition: RawBuilder<boolean>): RawBuilder<unknown> {
  const day = today(ctx);
  return sql`
    select cg_idx, total, activated, canceled, expired, activated - canceled_activated - expired_activated as active,
      total - canceled - expired - (activated - canceled_activated - expired_activated) as issued
    from (
      select b.cg_idx, coalesce(d.total, 0) as total, coalesce(d.activated, 0) as activated,
        coalesce(d.canceled, 0) as canceled, coalesce(d.canceled_activated, 0) as canceled_activated,
        coalesce(d.expired, 0) + t.expired as expired,
        coalesce(d.expired_activated, 0) + t.expired_activated as expired_activated
      from code_batch b
      left join lateral (
        select sum(issued) as total, sum(activated) as activated, sum(canceled) as canceled,
          sum(canceled_activated) as canceled_activated,
          sum(ending) filter (where day < ${day}::date) as expired,
          sum(ending_activated) filter (where day < ${day}::date) as expired_activated
        from code_day where code_day.cg_idx = b.cg_idx
      ) d on true
      cross join lateral (${endedToday(ctx)}) t
      where ${condition}
    ) counted`;
}
