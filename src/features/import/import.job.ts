import pg from 'pg';
import type { Kernel } from '#kernel/feature.ts';
import { JobCancelled } from '#kernel/jobs/job-progress.ts';
import { AppError } from '#kernel/errors.ts';
import type { Caller } from '#kernel/unit-of-work.ts';
import { applyImport } from './import-apply.service.ts';
import { planImport } from './import.service.ts';
import { findImport, updateImport } from './import.store.ts';

/** The job that applies an import; its data travel through the database. */
export const applyJob = 'import.apply';

export interface ApplyJob {
  key: string;
  import_idx: number;
  caller: Caller;
}

/** The key under which an import's progress is told. */
export const progressKey = (importIdx: number): string => `import-${importIdx}`;

/** Does imports in the background: one transaction each, so a killed process leaves nothing and the job is run again. */
export function defineImportJobs({ jobs, work, app }: Kernel): void {
  jobs.define<ApplyJob>(applyJob, async ({ data, progress }) => {
    const waiting = await work.read(data.caller, (ctx) => findImport(ctx.db, data.import_idx));
    if (waiting?.status !== 'applying') return;
    try {
      await work.write(data.caller, (ctx) => applyImport(ctx, data.import_idx, progress));
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) throw error;
      if (problem.key === 'import.failed') app.log.error({ err: error }, 'an import could not be applied');
      await work.write(data.caller, async (ctx) => {
        // The library has changed since the rows were shown: show them as they stand now.
        if (error instanceof AppError) await planImport(ctx, data.import_idx, waiting.update_existing);
        await updateImport(ctx.db, data.import_idx, { status: 'ready', problem: JSON.stringify(problem) });
      });
    } finally {
      await progress.clear();
    }
  });
}

/** What staff are told; undefined where the database went away, and running the job again helps. */
function problemOf(error: unknown): { key: string; values?: Record<string, unknown> } | undefined {
  if (error instanceof JobCancelled) return { key: 'import.cancelled' };
  if (error instanceof AppError) return { key: error.code, ...(error.values && { values: error.values }) };
  if (error instanceof pg.DatabaseError && !/^(08|53|57)/.test(error.code ?? '')) return { key: 'import.failed' };
  return undefined;
}
