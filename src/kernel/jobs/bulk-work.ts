import { sql } from 'kysely';
import { z } from 'zod';
import { actorName } from '../auth/actor.ts';
import type { Context } from '../context.ts';
import type { Kernel } from '../feature.ts';
import { shownTasks, type Task } from '../home.ts';
import { contract } from '../http/contract.ts';
import { idx, results, success } from '../http/fields.ts';
import { commonMessages } from '../i18n/common.messages.ts';
import { timeText } from '../i18n/time-text.ts';
import { defineDurableJob, type JobProblem } from './durable-job.ts';
import { askToStop, findProgress, type JobProgress } from './job-progress.ts';

/** What an act on many records did. */
export interface Worked {
  /** How many records it changed. */
  changed: number;
  /** The act, for its undo; null if there is none. */
  act: number | null;
}

const progressKey = (workIdx: number) => `work-${workIdx}`;

/**
 * Declares an act on too many records to wait for. `run` does it, all or nothing, and returns what it did. The returned
 * function queues it and returns the number under which {@link bulkWorkApi} reports on it.
 */
export function defineBulkWork<Asked extends z.ZodType>(
  kernel: Pick<Kernel, 'jobs' | 'work'>,
  name: string,
  asked: Asked,
  run: (ctx: Context, asked: z.output<Asked>, progress: JobProgress) => Promise<Worked>,
): (ctx: Context, asked: z.output<Asked>) => Promise<number> {
  const end = async (ctx: Context, workIdx: number, how: Partial<Worked> & { problem?: JobProblem }) => {
    await ctx.db
      .updateTable('bulk_work')
      .set({
        status: how.problem ? 'failed' : 'done',
        changed: how.changed ?? 0,
        act_idx: how.act ?? null,
        problem: how.problem ? JSON.stringify(how.problem) : null,
        ended_at: ctx.now.toISOString(),
      })
      .where('work_idx', '=', workIdx)
      .execute();
  };
  const send = defineDurableJob<{ work_idx: number }, { work_idx: number; asked: unknown }>(kernel, {
    name,
    key: ({ work_idx: workIdx }) => progressKey(workIdx),
    claim: (ctx, { work_idx: workIdx }) => lockWaiting(ctx, workIdx),
    run: async (ctx, claimed, progress) =>
      end(ctx, claimed.work_idx, await run(ctx, asked.parse(claimed.asked), progress)),
    reopen: (ctx, { work_idx: workIdx }, problem) => end(ctx, workIdx, { problem }),
  });
  return async (ctx, wanted) => {
    const { work_idx: workIdx } = await ctx.db
      .insertInto('bulk_work')
      .values({
        name,
        asked: JSON.stringify(wanted),
        asked_by: actorName(ctx.actor),
        asked_at: ctx.now.toISOString(),
      })
      .returning('work_idx')
      .executeTakeFirstOrThrow();
    await send(ctx, { work_idx: workIdx });
    return workIdx;
  };
}

const lockWaiting = (ctx: Context, workIdx: number) =>
  ctx.db
    .selectFrom('bulk_work')
    .select(['work_idx', 'asked'])
    .where('work_idx', '=', workIdx)
    .where('status', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();

const params = z.object({ work_idx: idx });

export const bulkWorkApi = contract({
  'GET /api/v1/work/:work_idx': {
    summary: 'The status and progress of a bulk action: waiting, done or failed',
    params,
    response: results(
      z.object({
        status: z.enum(['waiting', 'done', 'failed']),
        changed: z.int(),
        /** The act that was done, see /api/v1/act. */
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
export function bulkWorkRoutes({ api, home }: Pick<Kernel, 'api' | 'home'>): void {
  home.addTasks(findWorkTasks);
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
        await askToStop(ctx, progressKey(workIdx));
        ctx.audit({ entity: 'bulk_work', id: workIdx, action: 'bulk_work.stopped' });
      }
      return { results: { success: true } };
    },
  });
}

/** The acts under way; each leads to the list it is done to, whose address is the first word of its name. */
async function findWorkTasks(ctx: Context): Promise<Task[]> {
  const { rows } = await sql<{ name: string; by: string | null; at: number }>`
    select name, asked_by as by, floor(extract(epoch from asked_at))::bigint as at
    from bulk_work where status = 'waiting' order by work_idx limit ${sql.lit(shownTasks)}`.execute(ctx.db);
  return rows.map(({ name, by, at }) => ({
    level: 'note',
    title: ctx.text('work.task'),
    line: ctx.text('work.task_line', { name: by ?? ctx.text('live.product'), time: timeText(ctx, at) }),
    href: `/${name.split('.')[0]}`,
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
