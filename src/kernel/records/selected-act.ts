import type { z } from 'zod';
import { defineBulkWork, type Worked } from '../jobs/bulk-work.ts';
import type { JobProgress } from '../jobs/job-progress.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Context } from '../work/context.ts';
import type { UnitOfWork } from '../work/unit-of-work.ts';
import { type Selection, shortWork } from './selection.ts';

/** What an act on a selection would do, reported before it is done. */
interface Counted {
  /** How many records are selected. */
  count: number;
  changed: number;
}

interface SelectedAct<Asked extends { selection: Selection<unknown> }, Told extends Counted> {
  /** What it would do now, for a dry run and for the answer. Throws if the act as a whole is refused. */
  count(ctx: Context, asked: Asked, isDry: boolean): Promise<Told>;
  /** Does it, all or nothing. */
  run(ctx: Context, asked: Asked, progress?: JobProgress): Promise<Worked>;
  /** Records selected by id are always processed before the answer, however many. */
  namedAtOnce?: true;
}

/**
 * Declares an act on a selection: it returns figures for a dry run, else does the act at once, or as a job if the
 * caller would have to wait too long. For a job, the answer contains its `work_idx`.
 */
export function defineSelectedAct<Asked extends z.ZodType<{ selection: Selection<unknown> }>, Told extends Counted>(
  kernel: { jobs: Jobs; work: UnitOfWork },
  name: string,
  asked: Asked,
  act: SelectedAct<z.output<Asked>, Told>,
): (ctx: Context, wanted: z.output<Asked>, isDry: boolean) => Promise<Told & { work_idx?: number; act_idx?: number }> {
  const later = defineBulkWork(kernel, name, asked, (ctx, wanted, progress) => act.run(ctx, wanted, progress));
  return async (ctx, wanted, isDry) => {
    const told = await act.count(ctx, wanted, isDry);
    if (isDry || told.changed === 0) return told;
    const isShort = told.count <= shortWork || (act.namedAtOnce && 'ids' in wanted.selection);
    if (!isShort) return { ...told, changed: 0, work_idx: await later(ctx, wanted) };
    const { changed, act: did } = await act.run(ctx, wanted);
    return { ...told, changed, ...(did !== null && { act_idx: did }) };
  };
}
