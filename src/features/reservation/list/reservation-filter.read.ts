import { type RawBuilder, sql } from 'kysely';
import { textMatches } from '#kernel/db/text-search.ts';
import type { Context } from '#kernel/work/context.ts';
import { endOfDay, startOfDay } from '#kernel/work/days.ts';
import { isInConflict, withConflicts } from '../conflict.read.ts';
import type { ReservationFilter } from './reservation-filter.rules.ts';

/** The reservations `r` of a list, joined with their collections for `c.search` and `t.title`. */
export const selected: RawBuilder<unknown> = sql`
  reservation r left join collection c on c.cidx = r.cidx
  left join collection_text t on t.cidx = r.cidx and t.locale = 'en'`;

/** The condition that they match a filter. */
export function matches(ctx: Pick<Context, 'timeZone'>, filter: ReservationFilter): RawBuilder<boolean> {
  const { search_val: text, status, target, cid, conflicts, since, until } = filter;
  const conditions = [
    sql<boolean>`true`,
    ...(text ? textMatches(sql`coalesce(c.search, strip(r.cid))`, text) : []),
    ...(status ? [sql<boolean>`r.status = ${status}`] : []),
    ...(target ? [sql<boolean>`r.target = ${target}`] : []),
    ...(cid ? [sql<boolean>`r.cid = ${cid}`] : []),
    ...(since ? [sql<boolean>`r.apply_at >= ${startOfDay(since, ctx.timeZone)}`] : []),
    ...(until ? [sql<boolean>`r.apply_at < ${endOfDay(until, ctx.timeZone)}`] : []),
    // Evaluated last, and only for those that can have conflicts.
    ...(conflicts ? [sql<boolean>`r.status in ('scheduled', 'failed') and exists (${inConflict})`] : []),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

const inConflict = sql`select from (select 1) one ${withConflicts} where ${isInConflict}`;
