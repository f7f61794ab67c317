import type { Context } from '#kernel/work/context.ts';
import type { FileStep } from '../rules/import-files.rules.ts';
import type { FilesState } from './import-files.contract.ts';
import { countFiles, listRefused } from './import-files.store.ts';

// As many as a person can work through; the counts give the totals.
const namedProblems = 1000;

/** The state of a step's files. */
export async function filesState(ctx: Context, importIdx: number, step: FileStep): Promise<FilesState> {
  const counts = await countFiles(ctx.db, importIdx, step);
  const refused = counts.refused > 0 ? await listRefused(ctx.db, importIdx, step, namedProblems) : [];
  return {
    ...counts,
    problems: refused.map(({ file_name, bid, problem }) => ({
      name: file_name,
      bid,
      message: ctx.text(problem.key, problem.values),
    })),
  };
}
