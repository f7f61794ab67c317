import { sql } from 'kysely';
import type { Task } from '#kernel/desk/home.ts';
import { shownTasks } from '#kernel/desk/home.ts';
import { timeText } from '#kernel/messages/time-text.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { daysUntil } from '#kernel/work/days.ts';
import type { RegistrationWords } from './registration.messages.ts';

// The rate is that of so many days, today included.
const rateDays = 7;
const day = 86_400;

/** A running event that is full before its end at the present rate. Times in seconds. */
interface Filling {
  event_idx: number;
  name: string;
  /** How many places are left. */
  free: number;
  full_at: number;
  until: number;
}

/** Running events that are full before their end at the present rate, the first to be full first; of all, or only this one. */
async function findFilling(ctx: Context, event?: number): Promise<Filling[]> {
  const now = inSeconds(ctx.now);
  const since = daysUntil(ctx, rateDays)[0] ?? '';
  const { rows } = await sql<Filling>`
    select event_idx, name, free, until, (${now} + free * lasted / recent)::bigint as full_at
    from (
      select e.event_idx, e.name, e.until, e.participant_limit - e.participants as free,
        -- An event that began during these days has its rate since then.
        greatest(3600, least(${now} - e."from", ${rateDays * day})) as lasted,
        (select sum(registrations) from registration_day d where d.event_idx = e.event_idx and d.day >= ${since}::date) as recent
      from event e
      where not e.paused and e."from" <= ${now} and e.until > ${now} and e.participants < e.participant_limit
        and ${event === undefined ? sql`true` : sql`e.event_idx = ${event}`}
    ) filling
    where recent > 0 and ${now} + free * lasted / recent < until
    order by full_at, event_idx limit ${sql.lit(shownTasks)}`.execute(ctx.db);
  return rows;
}

/** When a running event will be full at the present rate, in seconds; null if it will not be before its end. */
export const fillingAt = async (ctx: Context, event: number): Promise<number | null> =>
  (await findFilling(ctx, event))[0]?.full_at ?? null;

/** Those events, as work for the start page. */
export async function fillingEvents(ctx: Context): Promise<Task[]> {
  const t = ctx.translate<RegistrationWords>();
  return (await findFilling(ctx)).map(({ event_idx, name, free, full_at, until }) => ({
    kind: 'registration.events_filling',
    id: event_idx,
    name,
    level: 'warning',
    title: t('registration.event_filling', { name }),
    line: t('registration.event_filling_line', {
      count: free,
      full: timeText(ctx, full_at),
      until: timeText(ctx, until),
    }),
    href: `/event/update/${event_idx}`,
    act: t('registration.event_filling_act'),
  }));
}
