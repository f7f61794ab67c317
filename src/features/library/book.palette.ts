import { type RawBuilder, sql } from 'kysely';
import { bookHref } from '#features/book/book-references.public.ts';
import { publishHash } from '#features/book/book-tabs.public.ts';
import { findNear, isNear, nearness } from '#kernel/db/near-text.ts';
import type { RecordHit } from '#kernel/records/found-records.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { shelfCover } from './book-home.read.ts';
import { bookMatches } from './find/book-search.read.ts';

// Only this many matches anywhere in a text are ranked; exact matches and prefix matches are searched separately, so
// none of those is missed.
const matchLimit = 24;
const best = 8;

interface FoundBook {
  bid: string;
  title: string;
  author: string | null;
  series: string;
  folder: string | null;
  nearness?: number;
}

const found = sql`found.bid, found.title, found.author, s.title as series,
  (select folder from book_image i where i.bidx = found.bidx and i.kind = 'cover') as folder`;

/** How the finder finds books. */
export const findBooks = (storage: Storage): NonNullable<RecordDeclaration['find']> => {
  const hitOf = ({ bid, title, author, series, folder, nearness: likeness }: FoundBook): RecordHit => ({
    label: title,
    detail: [bid, author, series].filter(Boolean).join(' · '),
    href: bookHref(bid),
    id: bid,
    record: bid,
    ...(author !== null && { by: author }),
    ...(likeness !== undefined && { nearness: likeness }),
    cover: { bid, source: shelfCover(storage, folder) },
  });
  return {
    icon: 'book',
    acts: [
      { key: 'common.edit', href: (bid) => `/book/update/${encodeURIComponent(bid)}` },
      { key: 'book.act_publish', href: (bid) => `${bookHref(bid)}#${publishHash}` },
    ],
    by: async (ctx, text) => (await matching(ctx, text).execute(ctx.db)).rows.map(hitOf),
    near: async (ctx, text) => (await findNear(ctx.db, near(text))).map(hitOf),
  };
};

/** An exact bid or title first, then titles with this prefix, then matches anywhere. */
function matching(ctx: Context, text: string): RawBuilder<FoundBook> {
  const columns = sql`b.bidx, b.bid, b.title, b.author, b.title_sort, b.ser_idx`;
  return sql<FoundBook>`
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
      select ${found} from found join series s using (ser_idx)
      order by found.bid <> ${text}, found.title_sort <> strip(${text}), not starts_with(found.title_sort, strip(${text})),
        found.title_sort, found.bidx
      limit ${sql.lit(matchLimit)}`;
}

function near(text: string): RawBuilder<FoundBook> {
  const search = sql<string>`b.search`;
  // Of those about as near, the title that says least else.
  const order = (nearest: RawBuilder<unknown>, title: RawBuilder<unknown>) =>
    sql`round(${nearest}::numeric, 1) desc, similarity(${title}, strip(${text})) desc`;
  return sql<FoundBook>`
    select ${found}, found.nearness
    from (
      select b.*, ${nearness(search, text)} as nearness from book b where ${isNear(search, text)}
      order by ${order(nearness(search, text), sql`b.title_sort`)}, b.bidx limit ${sql.lit(best)}
    ) found
    join series s using (ser_idx)
    order by ${order(sql`found.nearness`, sql`found.title_sort`)}, found.bidx`;
}
