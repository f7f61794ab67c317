import { sql } from 'kysely';
import { type FigureSource, shownTasks, type Task } from '#kernel/desk/home.ts';
import type { Context } from '#kernel/work/context.ts';
import { countByDay } from '#kernel/work/days.ts';
import type { ImportWords } from './import.messages.ts';
import { type ImportRecord, isApplied, listUnfinished } from './record/import.store.ts';
import { stepHref } from './rules/import-steps.rules.ts';

/**
 * The unfinished imports: those being applied, those whose apply failed, those not yet applied, and those with steps
 * left.
 */
export async function findImportTasks(ctx: Context): Promise<Task[]> {
  const t = ctx.translate<ImportWords>();
  return (await listUnfinished(ctx.db, shownTasks)).map((record) => {
    const { import_idx: id, file_name: file, source, status, step, problem, counts } = record;
    const name = file ?? t(source === 'books' ? 'import.source_books' : 'import.source_call');
    const act = t('import.task_continue');
    const link = { id, name, href: stepHref(id, status === 'applied' ? step : 'isbn'), act };
    if (hasFailed(record)) {
      const line = ctx.text(problem?.key ?? '', problem?.values);
      const href = stepHref(id, 'isbn');
      const title = t('import.task_failed', { name });
      const call = `POST /api/v1/import/${id}/apply` as const;
      const deeds = [{ label: t('import.apply_again'), call, done: t('import.applying_again') }];
      return { ...link, kind: 'import.tasks_problem', level: 'problem', title, line, href, deeds };
    }
    if (status === 'applying') {
      const line = t('import.status_applying');
      return {
        ...link,
        kind: 'import.tasks_applying',
        level: 'note',
        title: t('import.task_applying', { name }),
        line,
      };
    }
    const waits = {
      ...link,
      kind: 'import.tasks_waiting',
      level: 'warning',
      title: t('import.task_waits', { name }),
    } as const;
    if (status === 'applied') return { ...waits, line: t('import.task_step', { step: t(`import.step_${step}`) }) };
    if (status === 'mapping') return { ...waits, line: t('import.status_mapping') };
    return { ...waits, line: t('import.task_rows', { ready: counts.new + counts.changed, rejected: counts.rejected }) };
  });
}

// A cancelled apply has not failed.
const hasFailed = ({ problem }: ImportRecord): boolean => problem !== null && problem.key !== 'error.job_cancelled';

/** The number of applied imports, without undone ones. */
export const appliedFigure: FigureSource = {
  label: 'import.figure_applied',
  href: (since) => `/book/import?${new URLSearchParams({ applied_since: since })}#imports`,
  find: (ctx, since) =>
    countByDay(
      ctx,
      since,
      (starts, ends) => sql`
        select 1 from import
        where ${isApplied} and applied_at >= ${starts} and applied_at < ${ends}`,
    ),
};
