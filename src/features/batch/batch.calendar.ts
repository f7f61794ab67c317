import { sql } from 'kysely';
import type { CodeWords } from '#features/code/code.public.ts';
import { batchEntity, batchHref } from '#features/code/code-batch.public.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { CalendarEntry, CalendarSource } from '#kernel/desk/calendar.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { today } from '#kernel/work/days.ts';

interface BatchDay {
  cg_idx: number;
  title: string;
  count: number;
  edge: 'first' | 'last';
  at: number;
  changed: number;
  version: number;
}

/**
 * When the last codes of a batch `b` end, of one whose codes end some days after they were issued or delivered: of those that
 * nobody has used. One that sells by order has a last day each day; the sums of days have those.
 */
const lastEnd = sql`
  case when b.valid_after in ('issue', 'delivery') then coalesce((
    select max(c.ends_at) from code c where c.cg_idx = b.cg_idx and c.activated_date = 0 and c.is_canceled = 0), 0)
  else b.valid_until end`;

/** The first and the last day on which the codes of a batch can be redeemed. */
export const batchCalendar: CalendarSource = {
  kind: batchEntity,
  label: 'code.calendar_batches',
  drawing: 'outline',
  follows: [batchEntity],
  create: { label: 'code.calendar_create', key: 'B', icon: 'batch', href: '/code/batch/create' },
  list: async (ctx, { since, until }, limit) => {
    const t = ctx.translate<CodeWords>();
    // The end is the first moment at which the codes no longer hold.
    const { rows } = await sql<BatchDay>`
      select cg_idx, title, count, edge, at, ${secondsOf('updated_at')} as changed, version
      from code_batch b, lateral (values ('first', valid_from), ('last', ${lastEnd} - 1)) edges (edge, at)
      where at > 0 and at >= ${since} and at < ${until} and status in ('issuing', 'issued')
      order by at, cg_idx limit ${limit}`.execute(ctx.db);
    const isOver = ctx.now.getTime() / 1000;
    return rows.map(
      ({ cg_idx, title, count, edge, at, changed, version }): CalendarEntry => ({
        id: `${cg_idx}-${edge}`,
        title,
        line: t(`code.calendar_${edge}`, { count }),
        href: batchHref(cg_idx),
        start: at,
        end: at,
        changed,
        version,
        isDay: true,
        state: at < isOver ? 'done' : 'ahead',
      }),
    );
  },
};

// iCalendar's numbers have 32 bits, which half seconds from here fill in 2054.
const firstMs = Date.parse('2020-01-01T00:00:00Z');
const halfSecondsOf = (at: Date) => Math.max(0, Math.floor((at.getTime() - firstMs) / 500));

/** How many codes end on each day: a figure without any code. */
export const expiryCalendar: CalendarSource = {
  kind: 'expiry',
  label: 'code.calendar_expiries',
  drawing: 'figure',
  follows: ['code', batchEntity],
  list: async (ctx, { since, until }, limit) => {
    const t = ctx.translate<CodeWords>();
    const now = today(ctx);
    const dayOf = (seconds: number) => sql`(to_timestamp(${seconds}) at time zone ${ctx.timeZone})::date`;
    const { rows } = await sql<{ day: string; count: number; at: number }>`
      select day, count, ${secondsOf(sql<string>`day::timestamp at time zone ${ctx.timeZone}`)} as at
      from (
        select day::text as day, sum(ending)::integer as count from code_day
        where day >= ${dayOf(since)} and day <= ${dayOf(until - 1)}
        group by code_day.day having sum(ending) > 0 order by code_day.day limit ${limit}
      ) ends`.execute(ctx.db);
    return rows.map(
      ({ day, count, at }): CalendarEntry => ({
        id: day,
        title: t(day < now ? 'code.calendar_expired' : 'code.calendar_expire', { count }),
        line: '',
        href:
          day < now ? `/code?${new URLSearchParams({ on: 'expired', since: day, until: day })}` : '/code?status=issued',
        start: at,
        end: at,
        // A sum has no version of its own: the one that was read later is the newer.
        changed: inSeconds(ctx.now),
        version: halfSecondsOf(ctx.now),
        isDay: true,
        state: day < now ? 'done' : 'ahead',
      }),
    );
  },
};
