import type { z } from 'zod';
import { actorName } from '../work/actor.ts';
import type { Context } from '../work/context.ts';
import type { UnitOfWork } from '../work/unit-of-work.ts';
import { defineDurableJob, type JobProblem } from './durable-job.ts';
import type { JobProgress } from './job-progress.ts';
import type { Jobs } from './jobs.ts';

/** The result of an act on many records. */
export interface Worked {
  /** How many records it changed. */
  changed: number;
  /** The act, for its undo; null if there is none. */
  act: number | null;
}

/** The key under which such work reports its progress. */
export const progressKey = (workIdx: number) => `work-${workIdx}`;

/**
 * Declares an act on too many records to wait for. `run` does it, all or nothing, and returns the result. The returned
 * function queues the act and returns the number under which `GET /api/v1/work/{work_idx}` reports on it. `hrefOf` is the page of
 * what it acts on, if that is not the list after which it is named.
 */
export function defineBulkWork<Requested extends z.ZodType>(
  kernel: { jobs: Jobs; work: UnitOfWork },
  name: string,
  requested: Requested,
  run: (ctx: Context, requested: z.output<Requested>, progress: JobProgress) => Promise<Worked>,
  hrefOf?: (requested: z.output<Requested>) => string,
): (ctx: Context, requested: z.output<Requested>) => Promise<number> {
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
      end(ctx, claimed.work_idx, await run(ctx, await requested.parseAsync(claimed.asked), progress)),
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
        href: hrefOf?.(wanted) ?? null,
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
