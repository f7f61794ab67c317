import { sql } from 'kysely';
import type { Document } from '../answer/document.ts';
import { jsonOf, listOf } from '../answer/json.ts';
import { pageText, readCursor } from '../answer/page.ts';
import { sourcesOf } from '../answer/sources.ts';
import type { PageQuery } from '../portal.contract.ts';

/** All series in order of difficulty, each with its levels in order. */
export function seriesList({ after, limit }: PageQuery): Document {
  const [from] = readCursor(after, /^(\d{1,10})$/) ?? [];
  const levels = listOf(
    { lev_idx: sql`l.lev_idx`, title: sql`l.title` },
    { from: sql`level l where l.ser_idx = s.ser_idx`, order: sql`l.position` },
  );
  return {
    sources: sourcesOf.series,
    text: pageText({
      limit,
      rows: (count) => sql`
        select s.position::text as key, ${jsonOf({ ser_idx: sql`s.ser_idx`, title: sql`s.title`, levels })} as row
        from series s where s.position > ${from ?? 0}::bigint order by s.position limit ${count}`,
    }),
  };
}
