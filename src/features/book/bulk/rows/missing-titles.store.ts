import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { withHashJoins } from '#kernel/db/hash-joins.ts';
import { cell, givesHalfPlace, placedCell, type StagedRows } from './staged-rows.store.ts';

export type MadeKind = 'category' | 'age_group' | 'series' | 'level';

/** A title that rows name and the library does not have. */
export interface MissingTitle {
  kind: MadeKind;
  title: string;
  /** For a level, the series it belongs to. */
  series: string | null;
  rows: number;
  /** A title there is, or another missing one, that differs only in case. */
  similar: string | null;
}

/** The series, levels, categories and age groups that these rows name and nobody has made yet. */
export async function findMissingTitles(ctx: Context, staged: StagedRows): Promise<MissingTitle[]> {
  // Rows name the same few titles over and over: they are gathered once, then looked at by kind.
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
    with gathered as materialized (
      select ${placedCell('r', 'series')} as series, ${placedCell('r', 'level')} as level, ${cell('r', 'category')} as category,
        ${cell('r', 'age_group')} as age_group, count(*) as rows, min(r.row_no) as first
      from (${staged}) r left join book b on ${givesHalfPlace('r')} and b.bid = ${cell('r', 'bid')}
      left join series bs on bs.ser_idx = b.ser_idx left join level bl on bl.lev_idx = b.lev_idx
      group by 1, 2, 3, 4
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
      select kind, lower(title) as folded, series, min(title) as one, max(title) as other
      from (select kind, title, series from known union select kind, title, series from missing) every
      where kind <> 'level'
      group by 1, 2, 3 having count(*) > 1
    )
    select m.kind, m.title, m.series, m.rows,
      case when f.folded is null then null when f.one = m.title then f.other else f.one end as similar
    from missing m
    left join folded f on f.kind = m.kind and f.folded = lower(m.title) and f.series is not distinct from m.series
    order by array_position(array['series', 'level', 'category', 'age_group'], m.kind), m.first`;
  const { rows } = await withHashJoins(ctx.db, () => statement.execute(ctx.db));
  return rows;
}
