import { sql } from 'kysely';
import type { EventHead } from '#features/event/event.public.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { fillingAt } from '../filling-events.read.ts';
import { countTries } from '../tries/try.service.ts';

/** The chart shows this many days at most: the newest. */
const chartDays = 30;

/** How an event has filled. */
export interface Joined {
  /** Its participants who still have access. */
  active: number;
  /** How many joined on each of its newest days, 'YYYY-MM-DD', without gaps; none before it begins. */
  days: readonly { day: string; joined: number }[];
  /** Today, 'YYYY-MM-DD', which may not be one of them. */
  today: string;
  /** When it will be full at the present rate, in seconds; null if it will not be before its end. */
  full_at: number | null;
  /** Why its code was refused in the last 90 days, in words, and how often; the most frequent first. */
  refused: readonly { text: string; times: number }[];
}

/** The figures of the participants of an event. */
export async function readJoined(ctx: Context, event: EventHead): Promise<Joined> {
  const now = inSeconds(ctx.now);
  const dayOf = (time: number) => sql`(to_timestamp(${time}) at time zone ${ctx.timeZone})::date`;
  const { rows } = await sql<{ active: number; days: Joined['days'] | null; today: string }>`
    with joined as (
      select (to_timestamp(registered_at) at time zone ${ctx.timeZone})::date as day, count(*)::integer as joined,
        (count(*) filter (where expires_at = 0 or expires_at > ${now}))::integer as active
      from registration where event_idx = ${event.event_idx} and not placeless group by 1
    ), shown as (
      select day::date from generate_series(
        greatest(${dayOf(event.from)}, ${dayOf(Math.min(event.until - 1, now))} - ${chartDays - 1}::integer),
        ${dayOf(Math.min(event.until - 1, now))}, interval '1 day') as day
    )
    select (select coalesce(sum(active), 0)::integer from joined) as active, ${dayOf(now)}::text as today,
      (select json_agg(json_build_object('day', day::text, 'joined', coalesce(joined, 0)) order by day)
       from shown left join joined using (day)) as days`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw new Error('readJoined: an aggregate answered no row');
  return {
    active: found.active,
    days: found.days ?? [],
    today: found.today,
    full_at: await fillingAt(ctx, event.event_idx),
    refused: await countTries(ctx, event.code),
  };
}
