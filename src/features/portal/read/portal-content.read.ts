import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';

/** The storage key of a published book's file; undefined if there is none. */
export async function findContentFile(
  { db }: Context,
  bid: string,
  kind: string,
): Promise<{ file_key: string; file_name: string } | undefined> {
  const { rows } = await sql<{ file_key: string; file_name: string }>`
    select f.file_key, f.file_name from book b join book_content f using (bidx)
    where b.bid = ${bid} and b.published_at is not null and f.kind = ${kind}`.execute(db);
  return rows[0];
}
