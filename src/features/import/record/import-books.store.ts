import { sql } from 'kysely';
import { cell } from '#features/library/book-rows.public.ts';
import type { Database } from '#kernel/db/database.ts';
import { isUndoneAlone } from '#kernel/records/undo.ts';

/** Records the books of an applied sheet, including unchanged ones. */
export async function storeBooksOfSheet(db: Database, importIdx: number): Promise<void> {
  await sql`
    insert into import_book (import_idx, row_no, bidx)
    select r.import_idx, r.row_no, b.bidx
    from import_row r join book b on b.bid = ${cell('r', 'bid')}
    where r.import_idx = ${importIdx} and not r.dropped`.execute(db);
}

/** Records the chosen books in the given order; returns unknown bids. */
export async function storeChosenBooks(db: Database, importIdx: number, bids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ bid: string }>`
    with given as (select bid, row_no from unnest(${bids}::text[]) with ordinality as given (bid, row_no)),
    kept as (
      insert into import_book (import_idx, row_no, bidx)
      select ${importIdx}::integer, row_no, bidx from given join book using (bid)
    )
    select bid from given where not exists (select 1 from book b where b.bid = given.bid) order by row_no`.execute(db);
  return rows.map(({ bid }) => bid);
}

/** Those of the bids whose books are in the library, in the given order. */
export async function findKnownBids(db: Database, bids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ bid: string }>`
    select bid from unnest(${bids}::text[]) with ordinality as given (bid, place) join book using (bid)
    order by place`.execute(db);
  return rows.map(({ bid }) => bid);
}

/** The keys of the given books that belong to the import, by bid. */
export async function findLoadedBooks(
  db: Database,
  importIdx: number,
  bids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ bid: string; bidx: number }>`
    select b.bid, b.bidx from book b join import_book k on k.bidx = b.bidx and k.import_idx = ${importIdx}
    where b.bid = any(${bids}::text[])`.execute(db);
  return new Map(rows.map(({ bid, bidx }) => [bid, bidx]));
}

/** A book `b` is one that the sheet of the import `i` added or changed, and still does, or one of those chosen. */
export const isOwnBook = sql<boolean>`(i.source = 'books' or exists (
  select from act_record d where d.entity = 'book' and d.record_id = b.bid and d.act_idx = i.act_idx
    and not ${isUndoneAlone(sql`d.entity`, sql`d.record_id`, sql`d.act_idx`)}))`;

// Up to 64 characters each: three megabytes.
const bidsOfPage = 50_000;

/**
 * A page of the books of an import: those its sheet added or changed, or the chosen ones, if they still exist. `next`
 * is the following page, if any.
 */
export async function listOwnBids(
  db: Database,
  importIdx: number,
  page: number,
): Promise<{ bids: string[]; next: number | null }> {
  const { rows } = await sql<{ bid: string }>`
    select b.bid from import_book k join book b using (bidx) join import i using (import_idx)
    where i.import_idx = ${importIdx} and ${isOwnBook}
    order by k.row_no
    limit ${sql.lit(bidsOfPage + 1)} offset ${(page - 1) * bidsOfPage}`.execute(db);
  const bids = rows.slice(0, bidsOfPage).map(({ bid }) => bid);
  return { bids, next: rows.length > bidsOfPage ? page + 1 : null };
}
