import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import type { Context } from '#kernel/work/context.ts';
import type { EpubState } from '../check/epub-check.rules.ts';
import { isStopped } from '../check/epub-check.store.ts';
import { columnsOf, contentColumns, type StoredContent } from './content.store.ts';

/** Notes a file that no book has: it was uploaded for a release, or a book left it. */
export async function noteUnused({ db, now }: Context, row: StoredContent): Promise<void> {
  const unused_since = now.toISOString();
  await db
    .insertInto('kept_content')
    .values({ ...columnsOf(row), unused_since, epub_check: resultFor(row.file_key) })
    .onConflict((conflict) => conflict.column('file_key').doUpdateSet({ unused_since }))
    .execute();
}

/** What the check of an EPUB found that a book is about to leave. */
const resultFor = (fileKey: string) => sql<string | null>`(
  select to_jsonb(e) from (
    select status, ${secondsOrZero('checked_at')} as checked_at, tool, messages, left_out, accessibility
    from epub_check where file_key = ${fileKey} and status <> 'waiting' limit 1) e)`;

/** A file that is kept. */
export async function findUnused(db: Database, fileKey: string): Promise<StoredContent | undefined> {
  const { rows } = await sql<StoredContent>`
    select ${contentColumns} from kept_content where file_key = ${fileKey}`.execute(db);
  return rows[0];
}

/** How the early check of an EPUB ended. */
export type EarlyState = EpubState | 'stopped';

/** How the checks of EPUBs that are kept ended, by file. */
export async function findEarlyStates(db: Database, keys: readonly string[]): Promise<Map<string, EarlyState>> {
  const { rows } = await sql<{ key: string; state: EarlyState }>`
    select file_key as key, case when ${isStopped} then 'stopped' else coalesce(epub_check ->> 'status', 'waiting') end as state
    from kept_content where kind = 'epub' and file_key = any(${keys}::text[])`.execute(db);
  return new Map(rows.map(({ key, state }) => [key, state]));
}

/** Those of the given keys that are of kept files or their covers. */
export async function findUnusedKeys(db: Database, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select file_key as key from kept_content where file_key = any(${keys})
    union all select cover_key from kept_content where cover_key = any(${keys})`.execute(db);
  return rows.map(({ key }) => key);
}
