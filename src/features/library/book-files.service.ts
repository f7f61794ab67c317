import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { keysOf } from '#kernel/images/image-paths.rules.ts';
import { fewFiles, leaveFiles } from '#kernel/storage/leave-files.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';

/**
 * Removes the files of books about to be deleted, after commit; the sweep takes them if there are many. `books` yields
 * `bidx`.
 */
export async function leaveBookFiles(ctx: Context, storage: Storage, books: RawBuilder<unknown>): Promise<void> {
  const keys = [...(await listImageKeys(ctx.db, books)), ...(await listOtherKeys(ctx.db, books))];
  leaveFiles(ctx, storage, keys);
}

async function listImageKeys(db: Database, books: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ folder: string; file_name: string }>`
    select folder, file_name from book_image where bidx in (${books}) limit ${sql.lit(fewFiles + 1)}`.execute(db);
  return rows.flatMap(keysOf);
}

async function listOtherKeys(db: Database, books: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with books as (${books}),
    keys as (
      select audio_key as key from sentence join word using (word_idx) where bidx in (table books)
      union all select file_key from book_content where bidx in (table books)
      union all select cover_key from book_content where bidx in (table books)
    )
    select key from keys where key is not null limit ${sql.lit(fewFiles + 1)}`.execute(db);
  return rows.map(({ key }) => key);
}
