import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { Epub } from '../epub/inspect-epub.ts';
import type { ContentKind } from './content-keys.rules.ts';

/** A file stored with its book. */
export interface ContentRow {
  kind: ContentKind;
  file_key: string;
  cover_key: string | null;
  file_name: string;
  /** Bytes. */
  size: number;
  unpacked: number;
  entries: number;
  package: Epub | null;
}

export type StoredContent = ContentRow & { uploaded_at: number; uploaded_by: string | null };

/** The files of a book, at most one of each kind. */
export async function listContents(db: Database, bidx: number): Promise<StoredContent[]> {
  const { rows } = await sql<StoredContent>`
    select ${contentColumns} from book_content where bidx = ${bidx} order by kind`.execute(db);
  return rows;
}

/** A file as its columns hold it. */
export const columnsOf = (row: StoredContent) => ({
  ...row,
  package: row.package && JSON.stringify(row.package),
  uploaded_at: new Date(row.uploaded_at * 1000).toISOString(),
});

/** The columns of a file, as {@link StoredContent}. */
export const contentColumns = sql`
  kind, file_key, cover_key, file_name, size, unpacked, entries, package, ${secondsOf('uploaded_at')} as uploaded_at, uploaded_by`;

/** Replaces the file of its kind. */
export async function replaceContent(db: Database, bidx: number, row: StoredContent): Promise<void> {
  const values = columnsOf(row);
  await db
    .insertInto('book_content')
    .values({ bidx, ...values })
    .onConflict((conflict) => conflict.columns(['bidx', 'kind']).doUpdateSet(values))
    .execute();
}

export async function deleteContent(db: Database, bidx: number, kind: ContentKind): Promise<void> {
  await db.deleteFrom('book_content').where('bidx', '=', bidx).where('kind', '=', kind).execute();
}

/** The given keys that a book's content file or its cover uses. */
export async function findReferencedKeys(db: Database, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select file_key as key from book_content where file_key = any(${keys})
    union all select cover_key from book_content where cover_key = any(${keys})`.execute(db);
  return rows.map((row) => row.key);
}
