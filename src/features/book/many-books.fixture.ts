import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { addMany } from '#test/many-rows.ts';

/** Adds books `M-1`, `M-2` … of the format MANY, on the level of the book `like`. */
export async function addManyBooks(
  db: Database,
  { count, like, title = 'Many' }: { count: number; like: string; title?: string },
): Promise<void> {
  const books = sql`
    insert into book (bid, format, title, ser_idx, lev_idx, isbn_print, isbn_spindle, created_at, updated_at)
    select 'M-' || n, 'MANY', ${title} || ' ' || n, b.ser_idx, b.lev_idx, 'p' || n, 's' || n, now(), now()
    from generate_series(1, ${count}::integer) n, book b where b.bid = ${like}`;
  await addMany(db, 'book', books);
}
