import { sweepSessions } from '../auth/sessions.ts';
import { sweepAttempts } from '../auth/throttle.ts';
import { pruneChanges } from '../changes/change-prune.ts';
import { sweepAnswers } from '../http/idempotency.ts';
import { sweepProgress } from '../jobs/job-progress.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import type { Kernel } from './feature.ts';

/**
 * Removes obsolete data every night: old changes, ended sessions, stored answers, failed attempts past their window.
 */
export function pruneNightly({ jobs, work, config }: Pick<Kernel, 'jobs' | 'work' | 'config'>): void {
  jobs.repeat('prune', { cron: '47 3 * * *', timeZone: config.timeZone }, async ({ signal }) => {
    await work.write(systemCaller('prune'), async (ctx) => {
      await sweepSessions(ctx);
      await sweepAttempts(ctx);
      await sweepProgress(ctx);
      await sweepAnswers(ctx);
    });
    await pruneChanges(work, signal);
  });
}
