import { deleteImages } from '#features/collection/collection-images.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { listForgotten } from './reservation.store.ts';

// The same period as for other files that no record refers to. Milliseconds.
const retentionMs = 24 * 60 * 60 * 1000;

/** Deletes images of reservations cancelled over a day ago; until then the cancelling can be undone. */
export function forgetImagesNightly({ jobs, work, config }: Pick<Kernel, 'jobs' | 'work' | 'config'>): void {
  jobs.repeat('reservation.images', { cron: '17 3 * * *', timeZone: config.timeZone }, () =>
    work.write(systemCaller('reservation.images'), async (ctx) => {
      await deleteImages(ctx.db, await listForgotten(ctx.db, new Date(ctx.now.getTime() - retentionMs)));
    }),
  );
}
