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

interface SelectedAct<Requested extends { selection: Selection<unknown> }, Foreseen extends Counted> {
  /** What it would do now, for a dry run and for the answer. Throws if the act as a whole is refused. */
  count(ctx: Context, requested: Requested, isDry: boolean): Promise<Foreseen>;
  /** Does it, all or nothing. */
  run(ctx: Context, requested: Requested, progress?: JobProgress): Promise<Worked>;
  /** Records selected by id are always processed before the answer, however many. */
  namedAtOnce?: true;
}

/**
 * Declares an act on a selection: it returns figures for a dry run, else does the act at once, or as a job if the
 * caller would have to wait too long. For a job, the answer contains its `work_idx`.
 */
export function defineSelectedAct<
  Requested extends z.ZodType<{ selection: Selection<unknown> }>,
  Foreseen extends Counted,
>(
  kernel: { jobs: Jobs; work: UnitOfWork },
  name: string,
  requested: Requested,
  act: SelectedAct<z.output<Requested>, Foreseen>,
): (
  ctx: Context,
  wanted: z.output<Requested>,
  isDry: boolean,
) => Promise<Foreseen & { work_idx?: number; act_idx?: number }> {
  const later = defineBulkWork(kernel, name, requested, (ctx, wanted, progress) => act.run(ctx, wanted, progress));
  return async (ctx, wanted, isDry) => {
    const foreseen = await act.count(ctx, wanted, isDry);
    if (isDry || foreseen.changed === 0) return foreseen;
    const isShort = foreseen.count <= shortWork || (act.namedAtOnce && 'ids' in wanted.selection);
    if (!isShort) return { ...foreseen, changed: 0, work_idx: await later(ctx, wanted) };
    const { changed, act: did } = await act.run(ctx, wanted);
    return { ...foreseen, changed, ...(did !== null && { act_idx: did }) };
  };
}
