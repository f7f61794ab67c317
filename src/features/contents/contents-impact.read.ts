import { type RawBuilder, sql } from 'kysely';
import { type Given, rowsOf } from '#features/collection/collection-contents.public.ts';
import { booksOf, itemsOf } from '#features/collection/collection-reach.public.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ContentAct } from './contents.rules.ts';

/** How adding or removing items affects the books of a collection. */
interface ContentImpact {
  /** How many items are given, and how many of them are contained now. */
  items: number;
  contained: number;
  books: number;
  reached: number;
  unpublished: number;
  no_mobile: number;
  elsewhere: { count: number; first: { cid: string; title: string }[] };
}

// How many other collections are listed by name.
const named = 5;

/** The figures for the dialog shown before items are added to a collection or removed from it. */
export async function impactOf(
  ctx: Context,
  { cidx, given, act }: { cidx: number; given: Given; act: ContentAct },
): Promise<ContentImpact> {
  const meant = sql`select content_type, content_idx from given`;
  const contained = sql`select content_type, content_idx from contained`;
  // Adding: books that the collection already reaches. Removing: books that the remaining items still reach.
  const others = act === 'add' ? contained : sql`${contained} except ${meant}`;
  const { rows } = await sql<ContentImpact>`
    with given as materialized (${rowsOf(ctx, given)}),
    contained as materialized (${itemsOf(sql`${cidx}`)}),
    named as materialized (
      select b.bidx, b.ser_idx, b.lev_idx, b.published_at, b.is_mobile
      from ${booksOf(meant)} meant join book b using (bidx)),
    other as (select bidx from ${booksOf(others)} other),
    elsewhere as materialized (${reachedElsewhere(cidx)})
    select
      (select count(*) from given) as items,
      (select count(*) from (${meant} intersect ${contained}) both_sides) as contained,
      count(*) filter (where o.bidx is null) as books,
      count(*) filter (where o.bidx is not null) as reached,
      count(*) filter (where o.bidx is null and n.published_at is null) as unpublished,
      count(*) filter (where o.bidx is null and not n.is_mobile) as no_mobile,
      json_build_object('count', (select count(*) from elsewhere), 'first', (
        select coalesce(json_agg(json_build_object('cid', cid, 'title', title) order by cid), '[]')
        from (select cid, title from elsewhere order by cid limit ${sql.lit(named)}) first_few)) as elsewhere
    from named n left join other o using (bidx)`.execute(ctx.db);
  const none = { items: 0, contained: 0, books: 0, reached: 0, unpublished: 0, no_mobile: 0 };
  return rows[0] ?? { ...none, elsewhere: { count: 0, first: [] } };
}

/** The other collections that reach some of the books of `named`. */
const reachedElsewhere = (cidx: number): RawBuilder<unknown> => sql`
  select c.cid, coalesce(t.title, c.cid) as title
  from (
    select cidx from collection_content where bidx in (select bidx from named)
    union select cidx from collection_content where ser_idx in (select ser_idx from named)
    union select cidx from collection_content where lev_idx in (select lev_idx from named)
  ) found join collection c using (cidx) left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
  where c.cidx <> ${cidx}`;
