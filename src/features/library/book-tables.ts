import { sql } from 'kysely';
import { imageColumns, storedImageKeys } from '#kernel/images/image-keys.ts';
import type { RecordTables } from '#kernel/records/record-tables.ts';

/** The condition that another book has an ISBN of the row `r`, or its number, unless the two shared that before. */
const isTaken = (field: 'isbn_print' | 'isbn_spindle') => {
  const [own, other] = [sql.ref(`r.${field}`), sql.ref(`o.${field}`)];
  return sql<boolean>`
    exists (select from book o where ${other} = ${own})
    or (r.shared_isbns is null or ${own} <> all (r.shared_isbns)) and exists (
      select from book o
      where isbn13(${other}) = isbn13(${own}) and (o.shared_isbns is null or ${other} <> all (o.shared_isbns)))`;
};

/** All that is deleted with a book, and comes back with it. */
export const bookTables: RecordTables = {
  entity: 'book',
  id: 'bid',
  table: 'book',
  key: 'bidx',
  parts: [
    { table: 'word', column: 'bidx' },
    { table: 'sentence', column: 'word_idx', of: 'word' },
    { table: 'book_image', column: 'bidx' },
    { table: 'book_content', column: 'bidx' },
    { table: 'epub_check', column: 'bidx' },
    { table: 'unit_info', column: 'bidx' },
    { table: 'unit_info_row', column: 'bidx' },
  ],
  lost: {
    book_readiness: 'triggers write it',
    book_without_cover: 'triggers write it',
  },
  // Readers who read what was touched since see it again.
  without: ['touched_at'],
  files: [
    { table: 'sentence', columns: ['audio_key'], keys: (rows) => sql`select record, audio_key as key from ${rows} s` },
    { table: 'book_image', columns: imageColumns, keys: storedImageKeys },
    {
      table: 'book_content',
      columns: ['file_key', 'cover_key'],
      keys: (rows) => sql`select record, unnest(array[file_key, cover_key]) as key from ${rows} c`,
    },
  ],
  taken: [
    { reason: 'undo.kept_id_taken', when: sql`exists (select from book o where o.bid = r.bid)` },
    { reason: 'book.undo_isbn_taken', when: sql`(${isTaken('isbn_print')} or ${isTaken('isbn_spindle')})` },
  ],
};
