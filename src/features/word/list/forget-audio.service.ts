import { sql } from 'kysely';
import type { Kernel } from '#kernel/mount/feature.ts';
import { unreferencedLifetimeMs } from '#kernel/storage/file-sweep.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';

/** Forgets audio that was uploaded over a day ago and reached no release; the sweep that follows removes its files. */
export function forgetAudioNightly({ jobs, work, config }: Pick<Kernel, 'jobs' | 'work' | 'config'>): void {
  jobs.repeat('book.audio', { cron: '7 3 * * *', timeZone: config.timeZone }, () =>
    work.write(systemCaller('book.audio'), async (ctx) => {
      const before = new Date(ctx.now.getTime() - unreferencedLifetimeMs).toISOString();
      await sql`delete from kept_audio where unused_since < ${before}`.execute(ctx.db);
    }),
  );
}
