import type { Kernel } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { pruneTries } from './try.store.ts';

/** Deletes refused tries past their time, every night. */
export function pruneTriesNightly({ jobs, work, config }: Pick<Kernel, 'jobs' | 'work' | 'config'>): void {
  jobs.repeat('registration.tries', { cron: '47 3 * * *', timeZone: config.timeZone }, async ({ signal }) => {
    while (await work.write(systemCaller('registration.tries'), pruneTries)) signal.throwIfAborted();
  });
}
