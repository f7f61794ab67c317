import type { Kernel } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type CheckedEpub, checkEpub, problemMessage } from './check-epub.ts';
import { checkJob, storeResult } from './epub-check.service.ts';
import { type CheckedFile, isWaiting, listWaiting } from './epub-check.store.ts';

// Far longer than a check takes, and than a queue of uploads usually is. Milliseconds.
const overdueMs = 15 * 60 * 1000;
const perRound = 300;

/**
 * Checks EPUBs in the background, one at a time in each process. The table says what is waiting, so a check that is
 * delivered twice, or whose book has another file by then, changes nothing.
 */
export function epubCheckJobs({ jobs, work, storage, config }: Kernel): void {
  const caller = systemCaller(checkJob);
  const store = (order: CheckedFile, found: CheckedEpub) => work.write(caller, (ctx) => storeResult(ctx, order, found));

  jobs.define<CheckedFile>(checkJob, {
    run: async ({ data: order, signal }) => {
      if (!(await work.read(caller, (ctx) => isWaiting(ctx.db, order)))) return;
      const options = { command: config.epubCheckCommand, signal, onError: jobs.onError };
      await store(order, await storage.withFile(order.fileKey, (file) => checkEpub(file, options)));
    },
    gaveUp: ({ data: order }) => store(order, { tool: '', messages: [problemMessage('stopped')], accessibility: null }),
  });

  // The EPUBs that were there before checks were; also those whose job was never queued, or lost with a restored queue.
  jobs.repeat('book.epub_check_overdue', { cron: '*/10 * * * *', timeZone: config.timeZone }, () =>
    work.write(caller, async (ctx) => {
      const before = new Date(ctx.now.getTime() - overdueMs);
      const waiting = await listWaiting(ctx.db, { before, limit: perRound });
      await jobs.sendAll(ctx, checkJob, waiting);
    }),
  );
}
