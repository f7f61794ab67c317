import { type RawBuilder, sql } from 'kysely';
import type { Reference, ReferenceFinder } from '#kernel/records/references.ts';
import type { Context } from '#kernel/work/context.ts';
import { findReached, findReaching, type Reachable } from './contents/reaching.read.ts';

// How many collections a refusal or a panel lists by name.
const named = 3;

/** The condition that a collection `c` holds any of these records, by kind of record. */
const referringBy: Record<string, (ids: readonly (string | number)[]) => RawBuilder<boolean>> = {
  series: (ids) => contains(sql`content.ser_idx = any(${ids.map(Number)}::integer[])`),
  level: (ids) => contains(sql`content.lev_idx = any(${ids.map(Number)}::integer[])`),
  book: (ids) => contains(sql`content.bidx in (select bidx from book where bid = any(${ids.map(String)}::text[]))`),
  age_group: (ids) => sql`c.grp_idx = any(${ids.map(Number)}::integer[])`,
  customer: (ids) => sql`exists (
    select from collection_owner o where o.cidx = c.cidx and o.cust_idx = any(${ids.map(Number)}::integer[]))`,
};

const contains = (condition: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  c.cidx in (select content.cidx from collection_content content where ${condition})`;

/** Which of many ids are held, and how often: the column that holds them, by kind of record. */
const columns: Record<string, { id: RawBuilder<string>; from: RawBuilder<unknown> }> = {
  series: { id: sql`c.ser_idx::text`, from: sql`collection_content c where c.ser_idx is not null` },
  level: { id: sql`c.lev_idx::text`, from: sql`collection_content c where c.lev_idx is not null` },
  book: { id: sql`b.bid`, from: sql`collection_content c join book b using (bidx) where true` },
  age_group: { id: sql`c.grp_idx::text`, from: sql`collection c where c.grp_idx is not null` },
  customer: { id: sql`c.cust_idx::text`, from: sql`collection_owner c where true` },
};

// The filters of the list of collections, by kind of record. That of a book also finds those that reach it by its series.
const filters: Record<string, string> = { book: 'book', customer: 'owner' };

const isReachable = (of: string): of is Reachable => of === 'book' || of === 'level';

const referenceTo = (cid: string, title: string): Reference => ({
  label: title,
  kind: 'collection.kind',
  href: `/collection/${cid}`,
});

function finderOf(of: string, refersTo: (ids: readonly (string | number)[]) => RawBuilder<boolean>): ReferenceFinder {
  const filter = filters[of];
  return {
    of,
    find: async (ctx, ids) => {
      const { rows } = await sql<{ cid: string; title: string; count: number }>`
        select c.cid, coalesce(t.title, c.cid) as title, count(*) over () as count
        from collection c left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
        where ${refersTo(ids)} order by c.cid limit ${sql.lit(named)}`.execute(ctx.db);
      return { count: rows[0]?.count ?? 0, first: rows.map(({ cid, title }) => referenceTo(cid, title)) };
    },
    referenced: (ctx, ids) => findReferenced(ctx, of, ids),
    hasTextIds: of === 'book',
    ...(filter && { all: (_ctx, id) => `/collection?${new URLSearchParams({ [filter]: String(id) })}` }),
    ...(isReachable(of) && {
      reaching: {
        find: async (ctx, ids) => {
          const { count, first } = await findReaching(ctx, of, ids, named);
          return { count, first: first.map(({ cid, title, through }) => ({ ...referenceTo(cid, title), through })) };
        },
        reached: (ctx, ids) => findReached(ctx, of, ids),
      },
    }),
  };
}

async function findReferenced(ctx: Context, of: string, ids: readonly string[]): Promise<string[]> {
  const column = columns[of];
  if (!column) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct ${column.id} as id from ${column.from} and ${column.id} = any(${ids}::text[])`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** The collections that hold a book, series, level, age group or customer. */
export const collectionReferences: readonly ReferenceFinder[] = Object.entries(referringBy).map(([of, refersTo]) =>
  finderOf(of, refersTo),
);
