import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { pathOf } from '#kernel/images/image-paths.rules.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { type Storage, StorageError } from '#kernel/storage/storage.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';

const name = 'image.digest';
const caller = systemCaller(name);

// How many covers are read before what was found is stored.
const atOnce = 50;

/** Reads every minute the covers that have no digest: those that were stored before digests were noted. */
export function digestStored({
  jobs,
  work,
  storage,
  config,
}: Pick<Kernel, 'jobs' | 'work' | 'storage' | 'config'>): void {
  jobs.repeat(name, { cron: '* * * * *', timeZone: config.timeZone }, async ({ signal }) => {
    let after = 0;
    let problem: unknown;
    for (;;) {
      signal.throwIfAborted();
      const { rows } = await work.read(caller, (ctx) =>
        sql<{ img_idx: number; folder: string; file_name: string }>`
          select img_idx, folder, file_name from book_image where kind = 'cover' and digest is null and img_idx > ${after}
          order by img_idx limit ${atOnce}`.execute(ctx.db),
      );
      const found: { img_idx: number; digest: string }[] = [];
      for (const { img_idx, ...image } of rows) {
        after = img_idx;
        try {
          found.push({ img_idx, digest: await digestOf(storage, pathOf(image)) });
        } catch (error) {
          // A storage that is away fails for all: the next run finds them again. One file alone stops no other.
          if (error instanceof StorageError && error.code === 'storage.unreachable') throw error;
          problem ??= error;
        }
      }
      if (found.length > 0)
        await work.write(caller, async (ctx) => {
          await sql`
            update book_image i set digest = f.digest
            from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f (img_idx integer, digest text)
            where i.img_idx = f.img_idx and i.digest is null`.execute(ctx.db);
          // Not the books: for readers nothing has changed.
          ctx.changed('image_digest');
        });
      if (rows.length < atOnce) break;
    }
    if (problem) throw problem;
  });
}

/** The digest of a stored file, empty if it is gone. */
async function digestOf(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(await storage.open(key), hash);
  } catch (error) {
    if (error instanceof StorageError && error.code === 'storage.not_found') return '';
    throw error;
  }
  return hash.digest('hex');
}
