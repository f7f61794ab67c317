import type { Context } from '#kernel/context.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import type { z } from 'zod';
import type { ImportState } from './import.contract.ts';
import { progressKey } from './import.job.ts';
import type { ImportRecord } from './import.store.ts';

export type ShownImport = z.output<typeof ImportState>;

/** An import as calls and screens show it, with the progress of the job that applies it. */
export async function showImport(ctx: Context, jobs: Jobs, record: ImportRecord): Promise<ShownImport> {
  const { update_existing, file_key: _key, filled: _filled, problem, ...shown } = record;
  const progress = record.status === 'applying' ? await jobs.progress(progressKey(record.import_idx)).find() : null;
  return {
    ...shown,
    update: update_existing,
    problem: problem && ctx.text(problem.key, problem.values),
    progress: progress && { done: progress.done, total: progress.total },
  };
}
