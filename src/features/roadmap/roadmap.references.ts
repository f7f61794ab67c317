import { sql } from 'kysely';
import { textMatches } from '#kernel/db/text-search.ts';
import type { RecordHit } from '#kernel/records/found-records.ts';
import type { Reference, ReferenceFinder } from '#kernel/records/references.ts';
import type { Context } from '#kernel/work/context.ts';
import { roadmapHref } from './roadmap.service.ts';

// How many roadmaps a refusal or a panel lists by name.
const named = 3;
const kind = 'roadmap.kind';

/** The roadmaps that contain a book, and an age group's roadmap if it has books. */
export const roadmapReferences: readonly ReferenceFinder[] = [
  { of: 'book', hasTextIds: true, find: findReferrers, referenced: findReferencedBooks },
  { of: 'age_group', find: findFilled, referenced: findFilledGroups },
];

const referenceTo = ({ grp_idx, title }: { grp_idx: number; title: string }): Reference => ({
  label: title,
  kind,
  href: roadmapHref(grp_idx),
});

async function findReferrers({ db }: Context, bids: readonly (string | number)[]) {
  const groups = await db
    .selectFrom('age_group')
    .select(['grp_idx', 'title'])
    .where(
      sql<boolean>`grp_idx in (
        select r.grp_idx from roadmap_book r join book b using (bidx) where b.bid = any(${bids.map(String)}::text[]))`,
    )
    .orderBy('title')
    .execute();
  return { count: groups.length, first: groups.slice(0, named).map(referenceTo) };
}

async function findReferencedBooks({ db }: Context, bids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ bid: string }>`
    select b.bid from book b where b.bid = any(${bids}::text[])
      and exists (select from roadmap_book r where r.bidx = b.bidx)`.execute(db);
  return rows.map((row) => row.bid);
}

async function findFilled({ db }: Context, ids: readonly (string | number)[]) {
  const groups = await db
    .selectFrom('age_group')
    .select(['grp_idx', 'title'])
    .where(sql<boolean>`grp_idx = any(${ids.map(Number)}::integer[])`)
    .where(sql<boolean>`exists (select from roadmap_book r where r.grp_idx = age_group.grp_idx)`)
    .orderBy('title')
    .execute();
  return { count: groups.length, first: groups.slice(0, named).map(referenceTo) };
}

async function findFilledGroups({ db }: Context, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct grp_idx::text as id from roadmap_book where grp_idx = any(${ids}::integer[])`.execute(db);
  return rows.map((row) => row.id);
}

const hits = 4;

/** Finds roadmaps for the palette, as their pages are called: by what they are and the titles of their age groups. */
export async function findRoadmapsByText(ctx: Context, text: string): Promise<RecordHit[]> {
  const prefix = `${ctx.text('roadmap.heading')}: `;
  const groups = await ctx.db
    .selectFrom('age_group')
    .select(['grp_idx', 'title'])
    .where((row) => row.and(textMatches(sql`strip(${prefix} || age_group.title)`, text)))
    .orderBy('title')
    .limit(hits)
    .execute();
  return groups.map(({ grp_idx, title }) => ({ label: prefix + title, detail: '', href: roadmapHref(grp_idx) }));
}
