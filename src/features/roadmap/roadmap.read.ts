import { type RawBuilder, sql } from 'kysely';
import { bookMatches, bookSearch } from '#features/library/book-search.public.ts';
import { shelfCover } from '#features/library/book-shelf.public.ts';
import { countFound } from '#kernel/db/list-page.ts';
import { missingIn } from '#kernel/db/listed-ids.ts';
import { offsetOf, pageSize } from '#kernel/db/paging.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { every } from '#kernel/work/filter.ts';
import { joinNewWords } from './new-words/new-words.read.ts';
import type { RoadmapBook, Waiting, WaitingOrder, WaitingQuery } from './roadmap.contract.ts';

type Row = Omit<RoadmapBook, 'cover'> & { folder: string | null };

const columns = sql`b.bid, b.title, b.published_at is not null as published,
  (select folder from book_image i where i.bidx = b.bidx and i.kind = 'cover') as folder`;

const shown =
  (storage: Storage) =>
  <One extends Row>({ folder, ...book }: One) => ({ ...book, cover: shelfCover(storage, folder) });

/** Some books as shown on the screen. */
export async function findBooks(ctx: Context, storage: Storage, bids: readonly string[]): Promise<RoadmapBook[]> {
  const { rows } = await sql<Row>`select ${columns} from book b where b.bid = any(${bids}::text[])`.execute(ctx.db);
  return rows.map(shown(storage));
}

/** A page of the published books that are in no row of the roadmap, by title or with the fewest new words first. */
export async function listWaiting(ctx: Context, storage: Storage, query: WaitingQuery): Promise<Waiting> {
  const { target_group: grpIdx, search, own, order, page } = query;
  const filter = { status: 'published', age_group: own === 'true' ? grpIdx : undefined } as const;
  const matches = bookMatches(ctx, { ...filter, search_val: search });
  // Evaluates a search before the sort; otherwise the planner might scan all titles in order to find a few.
  const found = search
    ? sql`(select * from book b where ${matches} offset 0) b where`
    : sql`book b where ${matches} and`;
  const isUnplaced = sql<boolean>`not exists (select from roadmap_book r where r.grp_idx = ${grpIdx} and r.bidx = b.bidx)`;
  const waits = sql`${found} ${isUnplaced}`;
  const [total, books, listed] = await Promise.all([
    countFound(ctx.db, sql`select 1 from ${waits}`),
    readPage(ctx, waits, { grpIdx, order, page }),
    bookSearch.listed(ctx.db, search, every([bookMatches(ctx, filter), isUnplaced])),
  ]);
  return { books: books.map(shown(storage)), total, page, ...missingIn(listed, { total }) };
}

type WaitingRow = Row & { new_words: number | null };

/** By title, only the words of one page are counted. */
async function readPage(
  { db }: Context,
  waits: RawBuilder<unknown>,
  { grpIdx, order, page }: { grpIdx: number; order: WaitingOrder; page: number },
): Promise<WaitingRow[]> {
  const byTitle = sql`b.title_sort, b.bidx`;
  const some = sql`limit ${sql.lit(pageSize)} offset ${sql.lit(offsetOf(page))}`;
  const words = (books: RawBuilder<unknown>) => joinNewWords(grpIdx, books);
  const pageOf = {
    title: sql`
      with page as materialized (select b.* from ${waits} order by ${byTitle} ${some})
      select ${columns}, n.words as new_words from page b ${words(sql`select bidx from page`)} order by ${byTitle}`,
    new_words: sql`
      with waits as materialized (select b.* from ${waits})
      select ${columns}, n.words as new_words from waits b ${words(sql`select bidx from waits`)}
      order by n.words nulls last, ${byTitle} ${some}`,
  };
  const { rows } = await sql<WaitingRow>`${pageOf[order]}`.execute(db);
  return rows;
}
