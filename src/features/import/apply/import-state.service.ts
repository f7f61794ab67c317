import type { z } from 'zod';
import { findProgress } from '#kernel/jobs/job-progress.ts';
import { trailVersion } from '#kernel/records/stale.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ImportCounts, ImportState } from '../record/import.contract.ts';
import { entity } from '../record/import.service.ts';
import { findNotes, type ImportRecord } from '../record/import.store.ts';
import { showNotes } from '../record/sheet-notes.store.ts';
import { showAltered } from '../sheet/altered-cells.service.ts';
import { progressKey } from './import.job.ts';

export type ShownImport = z.output<typeof ImportState>;

// For a sheet that has not been read yet.
const noCounts: ImportCounts = { new: 0, changed: 0, unchanged: 0, rejected: 0, dropped: 0, warned: 0 };

const shownKept = 1000;

/** An import for calls and screens, with the progress of the job that applies it. */
export async function showImport(ctx: Context, record: ImportRecord): Promise<ShownImport> {
  const { update_existing, file_key: _key, filled: _filled, problem, ...shown } = record;
  const progress = record.status === 'applying' ? await findProgress(ctx, progressKey(record.import_idx)) : null;
  const notes = record.source === 'sheet' ? await findNotes(ctx.db, record.import_idx) : null;
  return {
    ...shown,
    notes: notes && (await showNotes(ctx.db, { table: 'import_row', importIdx: record.import_idx, notes })),
    altered: await showAltered(ctx, record.import_idx),
    counts: { ...noCounts, ...record.counts },
    version: await trailVersion(ctx, entity, record.import_idx),
    missing_counts: { series: 0, level: 0, category: 0, age_group: 0, ...record.missing_counts },
    kept: record.kept.slice(0, shownKept).map(({ by = null, at = 0, ...one }) => ({ ...one, by, at })),
    kept_count: record.kept.length,
    update: update_existing,
    problem: problem && ctx.text(problem.key, problem.values),
    progress: progress && { done: progress.done, total: progress.total },
  };
}
