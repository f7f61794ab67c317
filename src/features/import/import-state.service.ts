import type { z } from 'zod';
import type { MissingTitle } from '#features/book/book-rows.public.ts';
import type { Context } from '#kernel/context.ts';
import { findProgress } from '#kernel/jobs/job-progress.ts';
import { trailVersion } from '#kernel/stale.ts';
import type { ImportState } from './import.contract.ts';
import { progressKey } from './import.job.ts';
import { entity } from './import.service.ts';
import type { ImportRecord } from './import.store.ts';

export type ShownImport = z.output<typeof ImportState>;

// An answer's room for titles that are unknown, however many those are: characters, with those around each.
const roomForMissing = 1_000_000;
const aroundTitle = 80;
const shownKept = 1000;

/** An import as calls and screens show it, with the progress of the job that applies it. */
export async function showImport(ctx: Context, record: ImportRecord): Promise<ShownImport> {
  const { update_existing, file_key: _key, filled: _filled, act_idx: _act, problem, ...shown } = record;
  const progress = record.status === 'applying' ? await findProgress(ctx, progressKey(record.import_idx)) : null;
  return {
    ...shown,
    version: await trailVersion(ctx, entity, record.import_idx),
    missing: firstOf(record.missing),
    missing_counts: { series: 0, level: 0, category: 0, age_group: 0, ...countsOf(record.missing) },
    kept: record.kept.slice(0, shownKept),
    kept_count: record.kept.length,
    update: update_existing,
    problem: problem && ctx.text(problem.key, problem.values),
    progress: progress && { done: progress.done, total: progress.total },
  };
}

/** As many titles as there is room for; where that is not all, first those that look like another. */
function firstOf(missing: readonly MissingTitle[]): MissingTitle[] {
  const end = (titles: readonly MissingTitle[]) => {
    let left = roomForMissing;
    const cut = titles.findIndex((one) => (left -= lengthOf(one)) < 0);
    return cut === -1 ? titles.length : cut;
  };
  if (end(missing) === missing.length) return [...missing];
  const alike = missing.toSorted((a, b) => Number(b.similar !== null) - Number(a.similar !== null));
  return alike.slice(0, end(alike));
}

const lengthOf = ({ title, series, similar }: MissingTitle) =>
  aroundTitle + title.length + (series?.length ?? 0) + (similar?.length ?? 0);

const countsOf = (missing: readonly MissingTitle[]) =>
  Object.fromEntries([...Map.groupBy(missing, ({ kind }) => kind)].map(([kind, titles]) => [kind, titles.length]));
