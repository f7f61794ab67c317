import { type RawBuilder, sql } from 'kysely';
import { readCids } from '#features/collection/collection.public.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { idSearch, type Listed } from '#kernel/db/listed-ids.ts';
import { textMatches } from '#kernel/db/text-search.ts';
import type { Context } from '#kernel/work/context.ts';
import { endOfDay, startOfDay } from '#kernel/work/days.ts';
import { type Conditions, conditionsOf, every } from '#kernel/work/filter.ts';
import { isInConflict } from '../reservation-conflict.read.ts';
import type { ReservationFilter } from '../reservation-filter.contract.ts';

/** The reservations `r` of a list, joined with their collections for `c.search` and `t.title`. */
export const selected: RawBuilder<unknown> = sql`
  reservation r left join collection c on c.cidx = r.cidx
  left join collection_text t on t.cidx = r.cidx and t.locale = 'en'`;

/** What a filter is asked with: the office's time zone, and what is scheduled. */
interface FilterContext {
  timeZone: string;
  changeSets: ChangeSets;
}

const conditions: Conditions<ReservationFilter, FilterContext> = {
  search_val: (text) => search.matches(text),
  status: (status) => sql`r.status = ${status}`,
  target: (target) => sql`r.target = ${target}`,
  cid: (cid) => sql`r.cid = ${cid}`,
  since: (day, { timeZone }) => sql`r.apply_at >= ${startOfDay(day, timeZone)}`,
  until: (day, { timeZone }) => sql`r.apply_at < ${endOfDay(day, timeZone)}`,
  // Evaluated last, and only for those that can have conflicts.
  conflicts: (_, { changeSets }) => sql`r.status in ('scheduled', 'failed') and ${isInConflict(changeSets)}`,
};

/** The condition that they match a filter. */
export const matches = (
  { timeZone }: Pick<Context, 'timeZone'>,
  changeSets: ChangeSets,
  filter: ReservationFilter,
): RawBuilder<boolean> => every(conditionsOf(conditions, { timeZone, changeSets }, filter));

const search = idSearch({
  readIds: readCids,
  from: sql`(select distinct cid from reservation) r`,
  columns: [{ column: sql`r.cid` }],
  contains: (text) => every(textMatches(sql`coalesce(c.search, strip(r.cid))`, text)),
});

/** Which cids of a pasted list have a scheduled change that the filter finds; null if none were pasted. */
export const findListed = (
  ctx: Context,
  changeSets: ChangeSets,
  { search_val, ...rest }: ReservationFilter,
): Promise<Listed | null> => search.listed(ctx.db, search_val, matches(ctx, changeSets, rest), selected);
