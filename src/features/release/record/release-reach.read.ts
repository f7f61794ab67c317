import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';

/** What a release changes in what readers find in public collections, in figures. */
export interface Reach {
  /** The public collections in which books that become visible appear. */
  shown_in: number;
  /** Books that readers see before and after, and that come into public collections or go out of them. */
  joined: number;
  joined_to: number;
  left: number;
  left_from: number;
}

/**
 * Compares which books public collections reach now and once a release is applied, through its changes of books, of
 * contents and of what is public. Only what it can change is compared.
 */
export async function readReach(ctx: Context, relIdx: number): Promise<Reach> {
  const { rows } = await sql<Reach>`
    with changed as materialized (
      select b.bidx, ${side('now')}, ${side('then')}
      from release_change c join book b on b.bid = c.record_id,
        lateral (select b.ser_idx, b.lev_idx, b.published_at is not null as seen) now,
        lateral (select
          case when c.fields ? 'ser_idx' then (c.fields ->> 'ser_idx')::integer else b.ser_idx end as ser_idx,
          case when c.fields ? 'lev_idx' then (c.fields ->> 'lev_idx')::integer else b.lev_idx end as lev_idx,
          coalesce((c.fields ->> 'published')::boolean, now.seen) as seen) "then"
      where c.rel_idx = ${relIdx} and c.kind = 'book'
    ), shelf as materialized (
      select o.cidx, o.is_public = 'O' as was, coalesce(c.fields ->> 'is_public', o.is_public) = 'O' as will,
        k.fields as items
      from collection o
        left join release_change c on c.rel_idx = ${relIdx} and c.kind = 'collection' and c.record_id = o.cid
        left join release_change k on k.rel_idx = ${relIdx} and k.kind = 'contents' and k.record_id = o.cid
    ), touched as materialized (
      select cidx from shelf where was <> will or items is not null
    ), item as materialized (
      select i.cidx, i.content_type, i.content_idx, s.was, s.will and not coalesce(
        s.items -> (i.content_type || ':' || i.content_idx) = 'false', false) as will
      from collection_content i join shelf s using (cidx) where s.was or s.will
      union all
      select s.cidx, split_part(f.key, ':', 1), split_part(f.key, ':', 2)::integer, false, true
      from shelf s cross join lateral jsonb_each(s.items) f
      where s.will and f.value = 'true' and not exists (
        select from collection_content i
        where i.cidx = s.cidx and i.content_type || ':' || i.content_idx = f.key)
    ), before as (${reached('now', 'was')}), after as (${reached('then', 'will')}),
    gained as (table after except table before), lost as (table before except table after),
    moved as materialized (
      select cidx, bidx, true as gained from gained union all select cidx, bidx, false from lost
    )
    select count(distinct m.cidx) filter (where gained and not book.was)::integer as shown_in,
      count(distinct m.bidx) filter (where gained and stays)::integer as joined,
      count(distinct m.cidx) filter (where gained and stays)::integer as joined_to,
      count(distinct m.bidx) filter (where not gained and stays)::integer as left,
      count(distinct m.cidx) filter (where not gained and stays)::integer as left_from
    from moved m join shelf s using (cidx),
      lateral (
        select b.published_at is not null as was, coalesce(c.then_seen, b.published_at is not null) as will
        from book b left join changed c using (bidx) where b.bidx = m.bidx) book,
      lateral (select s.was and s.will and book.was and book.will as stays) _`.execute(ctx.db);
  return rows[0] ?? { shown_in: 0, joined: 0, joined_to: 0, left: 0, left_from: 0 };
}

type Side = 'now' | 'then';

const side = (of: Side) => {
  const column = (name: string) => sql`${sql.ref(`${of}.${name}`)} as ${sql.ref(`${of}_${name}`)}`;
  return sql.join([column('ser_idx'), column('lev_idx'), column('seen')]);
};

/** The collections and the visible books that they reach: of changed books everywhere, of all others where contents change. */
function reached(of: Side, isPublic: 'was' | 'will'): RawBuilder<unknown> {
  const pairs = (books: RawBuilder<unknown>, items: RawBuilder<unknown>) =>
    sql.join(
      (['book', 'series', 'level'] as const).map((type) => {
        const key = sql.ref({ book: 'b.bidx', series: 'b.ser_idx', level: 'b.lev_idx' }[type]);
        return sql`
          select i.cidx, b.bidx from item i join (${books}) b on ${key} = i.content_idx
          where i.content_type = ${sql.lit(type)} and i.${sql.ref(isPublic)} ${items}`;
      }),
      sql` union `,
    );
  const column = (name: string) => sql`${sql.ref(`${of}_${name}`)} as ${sql.ref(name)}`;
  const changed = sql`select bidx, ${sql.join([column('ser_idx'), column('lev_idx')])} from changed
    where ${sql.ref(`${of}_seen`)}`;
  const others = sql`select bidx, ser_idx, lev_idx from book o
    where published_at is not null and not exists (select from changed where changed.bidx = o.bidx)`;
  return sql`${pairs(changed, sql``)} union ${pairs(others, sql`and i.cidx in (select cidx from touched)`)}`;
}
