import { shortLivedSessions } from '../auth/sessions.ts';
import { shortLivedFailures } from '../auth/throttle.ts';
import { pruneChanges } from '../changes/change-prune.ts';
import { shortLivedAnswers } from '../http/idempotency.ts';
import { shortLivedProgress } from '../jobs/job-progress.ts';
import { removeShortLived, type ShortLived } from '../work/short-lived.ts';
import type { Kernel } from './feature.ts';

/** What the kernel itself stores for a time. */
export const kernelShortLived: readonly ShortLived[] = [
  shortLivedSessions,
  shortLivedFailures,
  shortLivedProgress,
  shortLivedAnswers,
];

/**
 * Removes every night what has outlived its time, of the kernel and of the features, and changes that no reader may ask
 * for any more. A table that fails keeps no other from its turn; the job then fails, and is run again.
 */
export function pruneNightly(
  { jobs, work, config }: Pick<Kernel, 'jobs' | 'work' | 'config'>,
  ofFeatures: readonly ShortLived[],
): void {
  jobs.repeat('prune', { cron: '47 3 * * *', timeZone: config.timeZone }, async ({ signal }) => {
    const failures: unknown[] = [];
    const attempt = (remove: () => Promise<unknown>) => remove().catch((error: unknown) => void failures.push(error));
    for (const one of [...kernelShortLived, ...ofFeatures]) await attempt(() => removeShortLived(work, one, signal));
    await attempt(() => pruneChanges(work, signal));
    if (failures.length > 0)
      throw new AggregateError(failures, 'Some of what has outlived its time could not be removed.');
  });
}
