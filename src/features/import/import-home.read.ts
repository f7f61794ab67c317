import { sql } from 'kysely';
import { type FigureSource, shownTasks, type Task } from '#kernel/desk/home.ts';
import type { Context } from '#kernel/work/context.ts';
import { countByDay } from '#kernel/work/days.ts';
import type { ImportWords } from './import.messages.ts';
import { type ImportRecord, isApplied, listUnfinished } from './import.store.ts';
import { stepHref } from './wizard/import-steps.rules.ts';

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
    if (hasFailed(record)) {
      const line = ctx.text(problem?.key ?? '', problem?.values);
      return { level: 'problem', title: t('import.task_failed', { name }), line, href: stepHref(id, 'isbn'), act };
    }
    if (status === 'applying')
      return {
        level: 'note',
        title: t('import.task_applying', { name }),
        line: t('import.status_applying'),
        href: stepHref(id, 'isbn'),
        act,
      };
    const title = t('import.task_waits', { name });
    if (status === 'applied') {
      const line = t('import.task_step', { step: t(`import.step_${step}`) });
      return { level: 'warning', title, line, href: stepHref(id, step), act };
    }
    if (status === 'mapping')
      return { level: 'warning', title, line: t('import.status_mapping'), href: stepHref(id, 'isbn'), act };
    const line = t('import.task_rows', { ready: counts.new + counts.changed, rejected: counts.rejected });
    return { level: 'warning', title, line, href: stepHref(id, 'isbn'), act };
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
