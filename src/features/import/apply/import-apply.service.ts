import { sql } from 'kysely';
import {
  addMissingTitles,
  insertNewRows,
  lockBooksOfRows,
  updateChangedRows,
  withIsbnsInMotion,
} from '#features/library/book-rows.public.ts';
import type { JobProgress } from '#kernel/jobs/job-progress.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { actorName } from '#kernel/work/actor.ts';
import { analyzeGrown, lockStatistics } from '#kernel/work/analyze-grown.ts';
import type { Context } from '#kernel/work/context.ts';
import { importMessages } from '../import.messages.ts';
import type { ImportCounts } from '../record/import.contract.ts';
import { entity, getImport, planImport } from '../record/import.service.ts';
import { plannedRows, stagedRows, withPlan } from '../record/import-row.store.ts';
import { type ImportRecord, updateImport } from '../record/import.store.ts';
import { storeBooksOfSheet } from '../record/import-books.store.ts';
import { stepAfter } from '../rules/import-steps.rules.ts';
import { sumMissing } from '../rules/missing-titles.rules.ts';

// Rows written between two checks for cancellation; enough that the checks cost nothing.
const stretch = 2000;

/** Rejects if a row is rejected, or if a title is missing and may not be created. */
export function requireAcceptable(
  found: Pick<ImportRecord, 'missing_counts' | 'create_missing'>,
  counts: ImportCounts,
): void {
  if (counts.rejected > 0) throw importMessages.error(422, 'import.rejected_rows', { count: counts.rejected });
  const missing = sumMissing(found.missing_counts);
  if (missing > 0 && !found.create_missing)
    throw importMessages.error(422, 'import.titles_unknown', { count: missing });
}

/**
 * Writes a locked import into the library, all or nothing. The rows are compared again first, because the library may
 * have changed since they were shown; edits of the affected books wait from here on.
 */
export async function applyImport(
  ctx: Context,
  { import_idx: importIdx, update_existing: update, counts: shown }: ImportRecord,
  progress: Pick<JobProgress, 'report'>,
): Promise<void> {
  // As they were counted when they were shown: comparing very many takes long.
  progress.report(0, (shown.new ?? 0) + (shown.changed ?? 0));
  if (update) await lockBooksOfRows(ctx.db, stagedRows(importIdx));
  const { counts, missing } = await planImport(ctx, importIdx, update);
  const found = await getImport(ctx, importIdx);
  requireAcceptable(found, counts);
  await lockStatistics(ctx, 'book', counts.new);
  const act = await beginAct(ctx);
  const made = await addMissingTitles(ctx, act, missing, { sortLevels: found.sort_levels });
  await withIsbnsInMotion(ctx.db, () => writeRows(ctx, { importIdx, act }, counts, progress));
  await storeBooksOfSheet(ctx.db, importIdx);
  await updateImport(ctx.db, importIdx, {
    status: 'applied',
    act_idx: act,
    step: stepAfter('isbn'),
    counts: JSON.stringify(counts),
    applied_by: actorName(ctx.actor),
    applied_at: ctx.now.toISOString(),
  });
  ctx.audit({
    entity,
    id: importIdx,
    action: 'import.applied',
    after: { ...counts, made, file: found.file_name },
    act,
  });
  ctx.changed('book');
  analyzeGrown(ctx, 'book', counts.new);
}

async function writeRows(
  ctx: Context,
  { importIdx, act }: { importIdx: number; act: number },
  counts: ImportCounts,
  progress: Pick<JobProgress, 'report'>,
): Promise<void> {
  const total = counts.new + counts.changed;
  const ranges = await stretches(ctx, importIdx);
  let done = 0;
  progress.report(0, total);
  for (const { from, to } of ranges) {
    const planned = plannedRows(importIdx, from, to);
    if (counts.changed > 0) done += await updateChangedRows(ctx, act, planned);
    if (counts.new > 0) done += await insertNewRows(ctx, act, planned);
    progress.report(done, total);
  }
}

/** The import's rows to write, cut into ranges of about equal length. */
async function stretches(ctx: Context, importIdx: number): Promise<{ from: number; to: number }[]> {
  const { rows } = await sql<{ from: number; to: number }>`
    select min(row_no) as "from", max(row_no) as "to"
    from (select row_no, (row_number() over (order by row_no) - 1) / ${sql.lit(stretch)} as part
          from import_row r ${withPlan}
          where import_idx = ${importIdx} and not r.dropped and coalesce(p.status, 'new') in ('new', 'changed')) numbered
    group by part order by part`.execute(ctx.db);
  return rows;
}
