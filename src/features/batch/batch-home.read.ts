import { type RawBuilder, sql } from 'kysely';
import type { CodeWords } from '#features/code/code.public.ts';
import { batchHref } from '#features/code/code-batch.public.ts';
import { type FigureSource, shownTasks, type Task } from '#kernel/desk/home.ts';
import type { JobProblem } from '#kernel/jobs/durable-job.ts';
import type { Context } from '#kernel/work/context.ts';
import { type DayCount, today } from '#kernel/work/days.ts';

/** Batches whose issuing failed or is in progress. */
export async function findUnissued(ctx: Context): Promise<Task[]> {
  const t = ctx.translate<CodeWords>();
  const { rows } = await sql<{ cg_idx: number; title: string; count: number; problem: JobProblem | null }>`
    select cg_idx, title, count, case when status = 'failed' then problem end as problem
    from code_batch where status in ('failed', 'issuing')
    order by status, cg_idx desc limit ${sql.lit(shownTasks)}`.execute(ctx.db);
  return rows.map(({ cg_idx, title, count, problem }) => ({
    kind: problem ? 'code.tasks_problem' : 'code.tasks_issuing',
    id: cg_idx,
    name: title,
    level: problem ? 'problem' : 'note',
    title: t(problem ? 'code.task_failed' : 'code.task_issuing', { title }),
    line: problem ? ctx.text(problem.key, problem.values) : t('code.task_issuing_line', { count }),
    href: batchHref(cg_idx),
    act: t('code.task_open'),
  }));
}

/** The events of codes during the week, from the figures kept by day. */
export const codeFigures: readonly FigureSource[] = [
  {
    label: 'code.figure_issued',
    href: (since) => `/code?${new URLSearchParams({ since })}`,
    find: (ctx, since) => sumByDay(ctx, sql`issued`, since),
  },
  {
    label: 'code.figure_redeemed',
    href: (since) => `/registration?${new URLSearchParams({ kind: 'code', since })}`,
    find: (ctx, since) => sumByDay(ctx, sql`activated`, since),
  },
];

async function sumByDay(ctx: Context, counted: RawBuilder<unknown>, since: string): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select day::text as day, sum(${counted})::float8 as count
    from code_day where day >= ${since}::date and day <= ${today(ctx)}::date group by 1`.execute(ctx.db);
  return rows;
}
