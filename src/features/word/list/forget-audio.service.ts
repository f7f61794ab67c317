import { sql } from 'kysely';
import type { Kernel } from '#kernel/mount/feature.ts';
import { lockFilesForSweep } from '#kernel/storage/file-owners.ts';
import { unreferencedLifetimeMs } from '#kernel/storage/left-files.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';

/**
 * Forgets audio that was uploaded over a day ago and that no release names which is open or was over since; the sweep that
 * follows removes its files.
 */
export function forgetAudioNightly({
  jobs,
  work,
  config,
  files,
}: Pick<Kernel, 'jobs' | 'work' | 'config' | 'files'>): void {
  jobs.repeat('book.audio', { cron: '7 3 * * *', timeZone: config.timeZone }, () =>
    work.write(systemCaller('book.audio'), async (ctx) => {
      const before = new Date(ctx.now.getTime() - unreferencedLifetimeMs).toISOString();
      await lockFilesForSweep(ctx);
      const { rows } = await sql<{ audio_key: string }>`
        select audio_key from kept_audio where unused_since < ${before}`.execute(ctx.db);
      const keys = rows.map(({ audio_key: key }) => key);
      const awaited = new Set(await files.awaited(ctx, keys));
      const forgotten = keys.filter((key) => !awaited.has(key));
      await sql`delete from kept_audio where audio_key = any(${forgotten}::text[])`.execute(ctx.db);
    }),
  );
}
