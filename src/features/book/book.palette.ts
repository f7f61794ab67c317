import { sql } from 'kysely';
import type { RecordHit } from '#kernel/records/found-records.ts';
import type { Context } from '#kernel/work/context.ts';
import { bookHref } from './book.references.ts';
import { bookMatches } from './list/book-search.read.ts';

// Only this many matches anywhere in a text are ranked; exact matches and prefix matches are searched separately, so
// none of those is missed.
const matchLimit = 24;
const best = 8;

/** Finds books: an exact bid or title first, then titles with this prefix, then matches anywhere. */
export async function findBooksByText(ctx: Context, text: string): Promise<RecordHit[]> {
  const columns = sql`b.bidx, b.bid, b.title, b.title_sort, b.ser_idx`;
  const { rows } = await sql<{ bid: string; title: string; series: string }>`
      with found as (
        (select ${columns} from book b where b.bid = any(${[text, text.toUpperCase()]}))
        union (select ${columns} from book b where b.title_sort = strip(${text}) limit ${sql.lit(best)})
        union (
          select * from (
            select ${columns} from book b where b.title_sort >= strip(${text}) order by b.title_sort, b.bidx limit ${sql.lit(best)}
          ) b where starts_with(b.title_sort, strip(${text}))
        )
        union (select ${columns} from book b where ${bookMatches(ctx, { search_val: text })} limit ${sql.lit(matchLimit)})
      )
      select found.bid, found.title, s.title as series from found join series s using (ser_idx)
      order by found.bid <> ${text}, found.title_sort <> strip(${text}), not starts_with(found.title_sort, strip(${text})),
        found.title_sort, found.bidx
      limit ${sql.lit(matchLimit)}`.execute(ctx.db);
  return rows.map(({ bid, title, series }) => ({
    label: title,
    detail: `${bid} · ${series}`,
    href: bookHref(bid),
    id: bid,
  }));
}
