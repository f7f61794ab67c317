import { type RawBuilder, sql } from 'kysely';
import { endedToday } from '#features/code/code-figures.public.ts';
import type { Period } from '#kernel/text/period.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { today } from '#kernel/work/days.ts';
import { type Breakdown, breakdowns, type Figures, figureNames } from './figures.rules.ts';
import { periodBefore } from './platform-period.rules.ts';

export interface DayFigures extends Figures {
  /** 'YYYY-MM-DD' */
  day: string;
}

export interface GroupFigures extends Figures {
  /** The key of the customer, collection or series; null where there is none, as for the customer of an event. */
  id: number | null;
  title: string | null;
  href: string | null;
}

/** The platform report of a period. */
export interface Platform {
  days: DayFigures[];
  totals: Figures;
  /** The totals of the preceding period of the same length. */
  before: Figures;
  groups: Record<Breakdown, GroupFigures[]>;
}

const sums = sql`
  coalesce(sum(issued), 0)::bigint as issued, coalesce(sum(activated), 0)::bigint as activated,
  coalesce(sum(expired), 0)::bigint as expired, coalesce(sum(canceled), 0)::bigint as canceled,
  coalesce(sum(withdrawn), 0)::bigint as withdrawn,  coalesce(sum(registrations), 0)::bigint as registrations`;

/**
 * A query of what happened on the days of a period, by customer, collection and day. Its cost depends on days and
 * batches; only the codes that end today are counted one by one, up to now. The sums of one day fit integers, which add
 * up faster than sums of sums (numerics) would.
 */
function happened(ctx: Pick<Context, 'now' | 'timeZone'>, { since, until }: Period): RawBuilder<unknown> {
  const day = today(ctx);
  return sql`
    select d.day, b.cust_idx, b.cidx, sum(d.issued)::integer as issued, sum(d.activated)::integer as activated,
      (sum(d.ending) filter (where d.day < ${day}::date))::integer as expired, sum(d.canceled)::integer as canceled,
      sum(d.withdrawn)::integer as withdrawn, 0 as registrations
    from code_day d join code_batch b using (cg_idx)
    where d.day between ${since}::date and ${until}::date group by 1, 2, 3
    union all
    select ${day}::date, b.cust_idx, b.cidx, 0, 0, ended.expired::integer, 0, 0, 0
    from (select cg_idx from code_day where day = ${day}::date group by cg_idx having sum(ending) <> 0) ending
    join code_batch b using (cg_idx) cross join lateral (${endedToday(ctx)}) ended
    where ${day}::date between ${since}::date and ${until}::date
    union all
    select r.day, b.cust_idx, r.cidx, 0, 0, 0, 0, 0, sum(r.registrations)::integer
    from registration_day r left join code_batch b on b.cg_idx = r.cg_idx
    where r.day between ${since}::date and ${until}::date group by 1, 2, 3`;
}

/** How figures are grouped by customer, collection or series; `h` is what happened. */
const grouped: Record<Breakdown, RawBuilder<unknown>> = {
  customer: sql`
    select u.cust_idx as id, u.name as title, '/customer/' || u.cust_idx as href, ${sums}
    from happened h left join customer u using (cust_idx) group by u.cust_idx, u.name`,
  collection: sql`
    select c.cidx as id, coalesce(t.title, c.cid) as title, '/collection/' || c.cid as href, ${sums}
    from happened h join collection c using (cidx)
    left join collection_text t on t.cidx = c.cidx and t.locale = 'en' group by c.cidx, c.cid, t.title`,
  // A series gets the figures of every collection that contains it, one of its levels or one of its books.
  series: sql`
    select s.ser_idx as id, s.title, '/book?series=' || s.ser_idx as href, ${sums}
    from (select cidx, sum(issued) as issued, sum(activated) as activated, sum(expired) as expired,
            sum(canceled) as canceled, sum(withdrawn) as withdrawn, sum(registrations) as registrations from happened group by cidx) h
    join lateral (
      select coalesce(i.ser_idx, l.ser_idx, k.ser_idx) as ser_idx
      from collection_content i left join level l using (lev_idx) left join book k on k.bidx = i.bidx
      where i.cidx = h.cidx group by 1
    ) held on true
    join series s on s.ser_idx = held.ser_idx group by s.ser_idx, s.title`,
};

const someThere = sql.join(
  figureNames.map((name) => sql`${sql.ref(name)} <> 0`),
  sql` or `,
);

/** The figures of each day of a period, from `happened`; days without any are zero. */
const daily = ({ since, until }: Period) => sql`
  select d.day::date::text as day, ${sums}
  from generate_series(${since}::timestamp, ${until}::timestamp, interval '1 day') d (day)
  left join happened h on h.day = d.day::date group by d.day order by d.day`;

/** The figures by customer, collection or series, from `happened`, the busiest first. */
const inOrder = (by: Breakdown) => sql`
  select * from (${grouped[by]}) counted where ${someThere}
  order by registrations desc, activated desc, issued desc, title`;

/** The figures of each day of a period. */
export async function readDays(ctx: Context, period: Period): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    with happened as (${happened(ctx, period)}) ${daily(period)}`.execute(ctx.db);
  return rows;
}

/** The figures of a period by customer, collection or series. */
export async function readGroups(ctx: Context, period: Period, by: Breakdown): Promise<GroupFigures[]> {
  const { rows } = await sql<GroupFigures>`
    with happened as materialized (${happened(ctx, period)}) ${inOrder(by)}`.execute(ctx.db);
  return rows;
}

/** The platform report of a period, as one statement, so that all parts share one scan of what happened. */
export async function readPlatform(ctx: Context, period: Period): Promise<Platform> {
  const list = (query: RawBuilder<unknown>) => sql`(select coalesce(json_agg(row), '[]') from (${query}) row)`;
  const sumsOf = (query: RawBuilder<unknown>) => sql`(select row_to_json(row) from (select ${sums} from ${query}) row)`;
  const { rows } = await sql<Platform>`
    with happened as materialized (${happened(ctx, period)})
    select ${list(daily(period))} as days, ${sumsOf(sql`happened`)} as totals,
      ${sumsOf(sql`(${happened(ctx, periodBefore(period))}) earlier`)} as before,
      json_build_object(${sql.join(breakdowns.flatMap((by) => [sql.lit(by), list(inOrder(by))]))}) as groups`.execute(
    ctx.db,
  );
  const [platform] = rows;
  if (!platform) throw new Error(`readPlatform: no row of the figures from ${period.since} to ${period.until}`);
  return platform;
}
