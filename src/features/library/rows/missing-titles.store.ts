import { sql } from 'kysely';
import { byHashing } from '#kernel/db/by-hashing.ts';
import type { Context } from '#kernel/work/context.ts';
import { cell, givesSeriesOrLevelOnly, resolvedTitle, type StagedRows } from './staged-rows.store.ts';

const titleKinds = ['series', 'level', 'category', 'age_group'] as const;
export type MadeKind = (typeof titleKinds)[number];

/** A title that rows name and the library lacks. */
export interface MissingTitle {
  kind: MadeKind;
  title: string;
  /** For a level, the series it belongs to. */
  series: string | null;
  rows: number;
  /** An existing or another missing title that looks like it. */
  similar: string | null;
}

/** The series, levels, categories and age groups that these rows name and that do not exist. */
export async function findMissingTitles(ctx: Context, staged: StagedRows): Promise<MissingTitle[]> {
  // Rows name the same few titles over and over: group them once, before any join, then process them by kind.
  const named = (kind: MadeKind, title: string, series: string) => sql`
    select ${sql.lit(kind)} as kind, ${sql.raw(title)} as title, ${sql.raw(series)} as series,
      sum(rows)::integer as rows, min(first) as first
    from gathered where ${sql.raw(title)} <> '' group by 1, 2, 3`;
  const known = sql`
    select 'series' as kind, title, null::text as series from series
    union all select 'category', title, null from category
    union all select 'age_group', title, null from age_group
    union all select 'level', l.title, s.title from level l join series s using (ser_idx)`;
  const statement = sql<MissingTitle>`
    with places as materialized (
      select ${sql.join(titleKinds.map((kind) => sql`${cell('r', kind)} as ${sql.ref(kind)}`))},
        case when ${givesSeriesOrLevelOnly('r')} then ${cell('r', 'bid')} end as bid, count(*) as rows, min(r.row_no) as first
      from (${staged}) r group by 1, 2, 3, 4, 5
    ),
    gathered as materialized (
      select ${resolvedTitle(sql`p.series`, 'series')} as series, ${resolvedTitle(sql`p.level`, 'level')} as level, p.category,
        p.age_group, p.rows, p.first
      from places p left join book b on b.bid = p.bid
      left join series bs on bs.ser_idx = b.ser_idx left join level bl on bl.lev_idx = b.lev_idx
    ),
    named as (
      ${named('series', 'series', 'null::text')}
      union all ${named('level', 'level', 'series')}
      union all ${named('category', 'category', 'null::text')}
      union all ${named('age_group', 'age_group', 'null::text')}
    ),
    known as (${known}),
    missing as (
      select n.* from named n
      where not exists (select 1 from known k where k.kind = n.kind and k.title = n.title and k.series is not distinct from n.series)
    ),
    folded as (
      select kind, strip(title) as folded, series, min(title) as one, max(title) as other
      from (select kind, title, series from known union select kind, title, series from missing) every
      where kind <> 'level'
      group by 1, 2, 3 having count(*) > 1
    )
    select m.kind, m.title, m.series, m.rows,
      case when f.folded is null then null when f.one = m.title then f.other else f.one end as similar
    from missing m
    left join folded f on f.kind = m.kind and f.folded = strip(m.title) and f.series is not distinct from m.series
    order by array_position(array[${sql.join(titleKinds.map((kind) => sql.lit(kind)))}], m.kind), m.first`;
  const { rows } = await byHashing(ctx.db, () => statement.execute(ctx.db));
  return rows;
}
