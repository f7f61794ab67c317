import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { storedRows } from '#kernel/records/record-tables.ts';
import type { ActPart } from '#kernel/records/undo.ts';
import { bookTables } from '../book-tables.ts';

/** Stores with the act that undoes a deletion which books came back. */
export async function storeReturned(db: Database, { of, only }: ActPart, act: number): Promise<void> {
  const gone = sql`
    act_record d where d.act_idx = ${of}::bigint and d.entity = ${bookTables.entity} and d.record_id = any(${only}::text[])`;
  const back = { from: gone, id: sql`d.record_id`, after: sql`d.before` };
  await storeEffects(act, bookTables.entity, back).execute(db);
}

/**
 * Notes again that books share the number of an ISBN. A book that came back had shared one when it was deleted, and the other
 * book has had the number alone since.
 */
export async function shareNumbersAgain(db: Database, part: ActPart): Promise<void> {
  const back = sql`(
    select b.* from book b join ${storedRows(part, bookTables, 'book')} r on r.bidx = b.bidx where r.shared_isbns is not null)`;
  const shared = (field: 'isbn_print' | 'isbn_spindle') => sql`
    select o.bidx, ${sql.ref(`o.${field}`)} as isbn from ${back} b
    join book o on o.bidx <> b.bidx and isbn13(${sql.ref(`o.${field}`)}) = isbn13(${sql.ref(`b.${field}`)})`;
  const { rows } = await sql`select from ${back} b limit 1`.execute(db);
  if (rows.length === 0) return;
  await sql`
    update book set shared_isbns = array(select distinct unnest(coalesce(book.shared_isbns, '{}') || shared.isbns)) from (
      select bidx, array_agg(distinct isbn) as isbns
      from (${shared('isbn_print')} union all ${shared('isbn_spindle')}) one group by bidx
    ) shared
    where shared.bidx = book.bidx`.execute(db);
  await sql`
    update book set shared_isbns = isbns_shared_by(book) from ${back} b
    where book.bidx = b.bidx and book.shared_isbns is distinct from isbns_shared_by(book)`.execute(db);
}
