import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';
import type { CollectionWords } from '../collection.messages.ts';

/** The kinds of records that a collection can contain through another: a book by its series or level, a level by its series. */
export type Reachable = 'book' | 'level';

type Ids = readonly (string | number)[];

/** The records in question, with the items that contain them; `holds` is the condition that an item `c` names one. */
const targets: Record<Reachable, { rows: (ids: Ids) => RawBuilder<unknown>; condition: RawBuilder<boolean> }> = {
  book: {
    rows: (ids) => sql`
      select bid as id, bidx, ser_idx, lev_idx from book where bid = any(${ids.map(String)}::text[])`,
    condition: sql`c.bidx in (select bidx from asked)`,
  },
  level: {
    // A level is not reached through itself.
    rows: (ids) => sql`
      select lev_idx::text as id, lev_idx as own, ser_idx, null::integer as lev_idx
      from level where lev_idx = any(${ids.map(Number)}::integer[])`,
    condition: sql`c.lev_idx in (select own from asked)`,
  },
};

interface Path {
  type: 'series' | 'level';
  title: string;
  series: string;
}

/**
 * The collections that contain these records through a series or a level and hold none of them, with the ways. Public
 * ones come first. Items are looked up by the series and levels of the records: many records cost no more than all items.
 */
export async function findReaching(
  ctx: Context,
  of: Reachable,
  ids: Ids,
  limit: number,
): Promise<{ count: number; first: { cid: string; title: string; through: string }[] }> {
  const { rows } = await sql<{ cid: string; title: string; count: number; paths: Path[] }>`
    with asked as materialized (${targets[of].rows(ids)}),
    hit as materialized (
      select cidx, ser_idx, lev_idx from collection_content where ser_idx in (select ser_idx from asked)
      union all
      select cidx, ser_idx, lev_idx from collection_content where lev_idx in (select lev_idx from asked)
    ),
    reaching as (
      select distinct cidx from hit
      where not exists (select from collection_content c where c.cidx = hit.cidx and ${targets[of].condition})
    ),
    listed as materialized (
      select c.cidx, c.cid, c.is_public, count(*) over () as count from reaching join collection c using (cidx)
      order by c.is_public, c.cid limit ${limit}
    )
    select l.cid, coalesce(t.title, l.cid) as title, l.count, (
      select json_agg(path) from (
        select case when s.ser_idx is not null then 'series' else 'level' end as type,
          coalesce(s.title, v.title) as title, coalesce(s.title, vs.title) as series
        from hit left join series s on s.ser_idx = hit.ser_idx
          left join level v on v.lev_idx = hit.lev_idx left join series vs on vs.ser_idx = v.ser_idx
        where hit.cidx = l.cidx order by type desc, series, title limit ${limit + 1}
      ) path) as paths
    from listed l left join collection_text t on t.cidx = l.cidx and t.locale = 'en'
    order by l.is_public, l.cid`.execute(ctx.db);
  const t = ctx.translate<CollectionWords>();
  const describe = ({ type, title, series }: Path) =>
    type === 'series' ? t('collection.through_series', { title }) : t('collection.through_level', { title, series });
  const through = (paths: Path[]) =>
    paths.slice(0, limit).map(describe).join(', ') + (paths.length > limit ? ' …' : '');
  return {
    count: rows[0]?.count ?? 0,
    first: rows.map(({ cid, title, paths }) => ({ cid, title, through: through(paths) })),
  };
}

/** Those of the given records that a collection contains through a series or a level. */
export async function findReached(ctx: Context, of: Reachable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with asked as materialized (${targets[of].rows(ids)})
    select id from asked where exists (select from collection_content c where c.ser_idx = asked.ser_idx)
      or exists (select from collection_content c where c.lev_idx = asked.lev_idx)`.execute(ctx.db);
  return rows.map((row) => row.id);
}
