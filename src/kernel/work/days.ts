import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { pagingLimit } from '../db/paging.ts';
import { secondsOf } from '../db/seconds.ts';
import type { Context } from './context.ts';
import { orEmpty } from './fields.ts';

/** A calendar day from a form or a URL, 'YYYY-MM-DD'; an empty string means absent. */
export const Day = orEmpty(z.iso.date().refine((day) => day >= '0001-01-01', 'invalid.format'));

/** A day of a record whose moments are stored in seconds: they are above 0 in every time zone. */
export const StoredDay = z.iso.date().refine((day) => day > '1970-01-01', 'invalid.format');

/** The day that a form begins with, as the calendar opens it; anything else is none. */
export const ChosenDay = StoredDay.optional().catch(undefined);

/** The first moment of a day in a time zone. */
export const startOfDay = (day: string, timeZone: string): RawBuilder<string> =>
  sql<string>`(${day}::date::timestamp at time zone ${timeZone})`;

/** The first moment after a day in a time zone: the exclusive end of a range 'until' that day. */
export const endOfDay = (day: string, timeZone: string): RawBuilder<string> =>
  sql<string>`((${day}::date + 1)::timestamp at time zone ${timeZone})`;

/**
 * A time in seconds, or a day as the time of one of its edges: the database knows time zones and their clock changes.
 */
export async function momentOf(
  { db, timeZone }: Pick<Context, 'db' | 'timeZone'>,
  given: number | string,
  edge: typeof startOfDay,
): Promise<number> {
  if (typeof given === 'number') return given;
  const { rows } = await sql<{ at: number }>`select ${secondsOf(edge(given, timeZone))} as at`.execute(db);
  return rows[0]?.at ?? 0;
}

/** Today in the office's time zone, 'YYYY-MM-DD': used in export file names. */
export const today = ({ now, timeZone }: Pick<Context, 'now' | 'timeZone'>): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);

/** The current month in the office's time zone, 'YYYY-MM'. */
export const thisMonth = (ctx: Pick<Context, 'now' | 'timeZone'>): string => today(ctx).slice(0, 7);

/** The last `count` days, ending with today, each 'YYYY-MM-DD'. */
export function daysUntil(ctx: Pick<Context, 'now' | 'timeZone'>, count: number): string[] {
  const last = Date.parse(today(ctx));
  return Array.from({ length: count }, (_, index) =>
    new Date(last - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** A count for one day, 'YYYY-MM-DD'; `more` if counting stopped there. */
export interface DayCount {
  day: string;
  count: number;
  more?: boolean;
}

/**
 * Counts rows for each day from `since` to today, up to {@link pagingLimit} a day to bound the cost. `rows` selects the
 * rows between two times, using an index.
 */
export async function countByDay(
  ctx: Pick<Context, 'db' | 'now' | 'timeZone'>,
  since: string,
  rows: (starts: RawBuilder<string>, ends: RawBuilder<string>) => RawBuilder<unknown>,
): Promise<DayCount[]> {
  const zone = sql.lit(ctx.timeZone);
  const found = await sql<{ day: string; count: number }>`
    select d.day::date::text as day, (
      select count(*) from (${rows(sql.ref('d.starts'), sql.ref('d.ends'))} limit ${sql.lit(pagingLimit + 1)}) counted
    ) as count
    from (
      select day, day at time zone ${zone} as starts, (day + interval '1 day') at time zone ${zone} as ends
      from generate_series(${since}::timestamp, ${today(ctx)}::timestamp, interval '1 day') day
    ) d`.execute(ctx.db);
  return found.rows.map(({ day, count }) => ({ day, count: Math.min(count, pagingLimit), more: count > pagingLimit }));
}
