import { type RawBuilder, sql } from 'kysely';
import { reachingOf } from '#features/collection/collection-reach.public.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { startOfDay, today } from '#kernel/work/days.ts';
import { type Conditions, conditionsOf, every, onDays } from '#kernel/work/filter.ts';
import type { RegisteredCollectionFilter } from './registered.contract.ts';

type Clock = Pick<Context, 'now' | 'timeZone'>;
type DayFilter = Pick<RegisteredCollectionFilter, 'since' | 'until'>;

// The search is for titles, which the statements around these figures have.
const ofDays: Conditions<Omit<RegisteredCollectionFilter, 'search_val'>> = {
  since: (day) => sql`d.day >= ${day}::date`,
  until: (day) => sql`d.day <= ${day}::date`,
  cidx: (cidx) => sql`d.cidx = ${cidx}`,
  book: (bid) => sql`d.cidx in (${reachingOf(bid)})`,
  cust_idx: (customer) => sql`d.cg_idx in (select cg_idx from code_batch where cust_idx = ${customer})`,
};

/**
 * The figures of each collection that has registrations matching a filter, as CTEs that end with `figures`. Their cost
 * depends on days, not on the number of registrations; only those that end today are read one by one.
 */
export function registeredFigures({ now, timeZone }: Clock, filter: RegisteredCollectionFilter): RawBuilder<unknown> {
  const day = today({ now, timeZone });
  const days = every(conditionsOf(ofDays, null, filter));
  const isOfDays = every(conditionsOf<DayFilter, Clock>(onDays(sql`r.registered_at`), { now, timeZone }, filter));
  const hasEnded = (at: RawBuilder<unknown>) =>
    sql`${at} between ${secondsOf(startOfDay(day, timeZone))} and ${inSeconds(now)}`;
  return sql`
    counted as materialized (
      select d.cidx, d.cg_idx, d.event_idx, d.day, d.ends, d.canceled, sum(d.registrations) as registrations
      from registration_day d where ${days} group by 1, 2, 3, 4, 5, 6 having sum(d.registrations) <> 0
    ), ending as (
      select distinct cidx, cg_idx, event_idx from counted where ends = ${day}::date and not canceled
    ), ended as (
      select cidx, count(*) as registrations from (
        select r.cidx from (select distinct cg_idx from ending where cg_idx <> 0) e
        join code c on c.cg_idx = e.cg_idx and c.activated_date > 0 and c.is_canceled = 0 and ${hasEnded(sql`c.ends_at`)}
        join registration r on r.code = c.code where ${isOfDays}
        union all
        select r.cidx from registration r
        where r.expires_at > 0 and ${hasEnded(sql`r.expires_at`)} and ${isOfDays}
          and r.event_idx in (select event_idx from ending where event_idx <> 0)
      ) one_by_one group by cidx
    ), figures as materialized (
      select s.cidx, s.registrations, s.registrations - s.canceled - s.expired - coalesce(e.registrations, 0) as live,
        s.expired + coalesce(e.registrations, 0) as expired, s.canceled, s.by_code, s.registrations - s.by_code as by_event,
        s.first, s.last
      from (
        select cidx, sum(registrations)::bigint as registrations,
          coalesce(sum(registrations) filter (where canceled), 0)::bigint as canceled,
          coalesce(sum(registrations) filter (where not canceled and ends < ${day}::date), 0)::bigint as expired,
          coalesce(sum(registrations) filter (where cg_idx <> 0), 0)::bigint as by_code,
          min(day) as first, max(day) as last
        from counted group by cidx
      ) s left join ended e using (cidx)
    )`;
}
