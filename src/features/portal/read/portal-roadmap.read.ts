import { sql } from 'kysely';
import type { Addresses } from '../answer/addresses.ts';
import type { Document } from '../answer/document.ts';
import { jsonOf } from '../answer/json.ts';
import { pageText, readCursor, recordText } from '../answer/page.ts';
import { sourcesOf } from '../answer/sources.ts';
import type { PageQuery } from '../portal.contract.ts';
import { bookCover } from './portal-book.read.ts';

/** The published books of a roadmap by its rows `r`; a row without any is omitted. */
const rows = (at: Addresses) => sql`(
  select coalesce(json_agg(line.books order by line.row_no), '[]') from (
    select r.row_no, json_agg(${jsonOf({ bid: sql`b.bid`, title: sql`b.title`, format: sql`b.format`, cover: bookCover(at) })}
      order by r.place) as books
    from roadmap_book r join book b using (bidx)
    where r.grp_idx = g.grp_idx and b.published_at is not null group by r.row_no) line)`;

/** The reading steps of one target group: rows of published books. */
export const roadmapDocument = (at: Addresses, grpIdx: number): Document => ({
  sources: sourcesOf.roadmaps,
  text: recordText(sql`
    select ${jsonOf({ grp_idx: sql`g.grp_idx`, title: sql`g.title`, rows: rows(at) })} as row
    from age_group g where g.grp_idx = ${grpIdx}`),
});

/** The target groups that have a roadmap with a published book. */
export function roadmapList({ after, limit }: PageQuery): Document {
  const [from] = readCursor(after, /^(\d{1,10})$/) ?? [];
  return {
    sources: sourcesOf.roadmaps,
    text: pageText({
      limit,
      rows: (count) => sql`
        select g.grp_idx::text as key, ${jsonOf({ grp_idx: sql`g.grp_idx`, title: sql`g.title` })} as row
        from age_group g where g.grp_idx > ${from ?? 0}::bigint and exists (
          select from roadmap_book r join book b using (bidx) where r.grp_idx = g.grp_idx and b.published_at is not null)
        order by g.grp_idx limit ${count}`,
    }),
  };
}
