import { sql } from 'kysely';
import { z } from 'zod';
import { secondsOf } from '../db/seconds.ts';
import { shownTasks, type Task } from '../desk/home.ts';
import { progressKey } from '../jobs/bulk-work.ts';
import type { JobProblem } from '../jobs/durable-job.ts';
import { findProgress, requestStop } from '../jobs/job-progress.ts';
import { commonMessages } from '../messages/common.messages.ts';
import { timeText } from '../messages/time-text.ts';
import type { Context } from '../work/context.ts';
import { contract } from '../work/contract.ts';
import { idx, results, success } from '../work/fields.ts';
import type { Kernel } from './feature.ts';

const params = z.object({ work_idx: idx });

export const bulkWorkApi = contract({
  'GET /api/v1/work/:work_idx': {
    forPrograms: true,
    summary: 'The status and progress of a bulk action: waiting, done or failed',
    params,
    response: results(
      z.object({
        status: z.enum(['waiting', 'done', 'failed']),
        changed: z.int(),
        /** The act that resulted, see /api/v1/act. */
        act_idx: z.int().nullable(),
        problem: z.string().nullable(),
        progress: z.object({ done: z.int(), total: z.int() }).nullable(),
      }),
    ),
  },
  'DELETE /api/v1/work/:work_idx': {
    summary: 'Cancel a bulk action; nothing is then changed',
    params,
    response: results(success),
  },
});

/** Mounts the calls that report on acts on many records. */
export function bulkWorkRoutes({ api, home, records }: Pick<Kernel, 'api' | 'home' | 'records'>): void {
  home.addTasks(findWorkTasks);
  home.addTasks(findLostWork);
  records.define({ kind: 'bulk_work', label: 'table.work_kind' });
  api(bulkWorkApi, {
    'GET /api/v1/work/:work_idx': async ({ ctx, params: { work_idx: workIdx } }) => {
      const { status, changed, act_idx, problem } = await getWork(ctx, workIdx);
      const reported = status === 'waiting' ? await findProgress(ctx, progressKey(workIdx)) : null;
      const progress = reported && { done: reported.done, total: reported.total };
      return {
        results: { status, changed, act_idx, problem: problem && ctx.text(problem.key, problem.values), progress },
      };
    },
    'DELETE /api/v1/work/:work_idx': async ({ ctx, params: { work_idx: workIdx } }) => {
      const { status } = await getWork(ctx, workIdx);
      if (status === 'waiting') {
        await requestStop(ctx, progressKey(workIdx));
        ctx.audit({ entity: 'bulk_work', id: workIdx, action: 'bulk_work.stopped' });
      }
    },
  });
}

/** The page of what an act applies to, or the list, whose path is the first word of its name. */
const pageOf = ({ name, href }: { name: string; href: string | null }) =>
  (href ?? `/${name.split('.')[0]}`) as `/${string}`;

/** Acts in progress. */
async function findWorkTasks(ctx: Context): Promise<Task[]> {
  const { rows } = await sql<{ work_idx: number; name: string; href: string | null; by: string | null; at: number }>`
    select work_idx, name, href, asked_by as by, ${secondsOf('asked_at')} as at
    from bulk_work where status = 'waiting' order by work_idx limit ${sql.lit(shownTasks)}`.execute(ctx.db);
  return rows.map(({ work_idx, by, at, ...work }) => ({
    kind: 'work.tasks',
    id: work_idx,
    name: by ?? ctx.text('live.product'),
    level: 'note',
    title: ctx.text('work.task'),
    line: ctx.text('work.task_line', { name: by ?? ctx.text('live.product'), time: timeText(ctx, at) }),
    href: pageOf(work),
    act: ctx.text('live.show'),
  }));
}

// For how long lost work is a task. Milliseconds.
const lostWorkMs = 3 * 86_400_000;

/** Acts that failed or were given up, so that nothing was changed, until somebody asks for the same again: who did may have left. */
async function findLostWork(ctx: Context): Promise<Task[]> {
  const since = new Date(ctx.now.getTime() - lostWorkMs).toISOString();
  const { rows } = await sql<{
    work_idx: number;
    name: string;
    href: string | null;
    by: string | null;
    at: number;
    problem: JobProblem;
  }>`
    select w.work_idx, w.name, w.href, w.asked_by as by, ${secondsOf('w.asked_at')} as at, w.problem
    from bulk_work w
    where w.status = 'failed' and w.ended_at > ${since}::timestamptz
      and w.problem ->> 'key' in ('error.job_failed', 'error.job_gave_up')
      and not exists (
        select from bulk_work s where s.work_idx > w.work_idx and s.name = w.name and s.asked = w.asked
      )
    order by w.work_idx desc limit ${sql.lit(shownTasks)}`.execute(ctx.db);
  return rows.map(({ work_idx, by, at, problem, ...work }) => ({
    kind: 'work.tasks_lost',
    id: work_idx,
    name: by ?? ctx.text('live.product'),
    level: 'problem',
    title: ctx.text('work.task_lost'),
    line: `${ctx.text('work.task_line', { name: by ?? ctx.text('live.product'), time: timeText(ctx, at) })}. ${ctx.text(problem.key, problem.values)}`,
    href: pageOf(work),
    act: ctx.text('live.show'),
  }));
}

interface Work {
  status: 'waiting' | 'done' | 'failed';
  changed: number;
  act_idx: number | null;
  problem: JobProblem | null;
}

async function getWork(ctx: Context, workIdx: number): Promise<Work> {
  const { rows } = await sql<Work>`
    select status, coalesce(changed, 0) as changed, act_idx, problem from bulk_work where work_idx = ${workIdx}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw commonMessages.error(404, 'error.not_found');
  return rows[0];
}
