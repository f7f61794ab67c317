import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { Context } from '#kernel/work/context.ts';
import { columnsOf, contentColumns, type StoredContent } from './content.store.ts';

/** Notes a file that no book has: it was uploaded for a release, or a book left it. */
export async function noteUnused({ db, now }: Context, row: StoredContent): Promise<void> {
  const unused_since = now.toISOString();
  await db
    .insertInto('kept_content')
    .values({ ...columnsOf(row), unused_since })
    .onConflict((conflict) => conflict.column('file_key').doUpdateSet({ unused_since }))
    .execute();
}

/** A file that is kept. */
export async function findUnused(db: Database, fileKey: string): Promise<StoredContent | undefined> {
  const { rows } = await sql<StoredContent>`
    select ${contentColumns} from kept_content where file_key = ${fileKey}`.execute(db);
  return rows[0];
}

/** Those of the given keys that are of kept files or their covers. */
export async function findUnusedKeys(db: Database, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select file_key as key from kept_content where file_key = any(${keys})
    union all select cover_key from kept_content where cover_key = any(${keys})`.execute(db);
  return rows.map(({ key }) => key);
}
