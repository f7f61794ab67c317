import type { Kernel } from '#kernel/mount/feature.ts';
import type { TextField } from '#features/collection/collection.public.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ShownDraft } from './draft.contract.ts';
import { mostRecords } from './draft.rules.ts';
import { findChosen } from './draft.service.ts';
import { listDrafts } from './draft.store.ts';

/** The drafts of records; none while drafts are off. `ids` are separated by commas. */
export async function readDrafts(
  ctx: Context,
  { config }: Pick<Kernel, 'config'>,
  { kind, ids, field }: { kind: string; ids: string; field?: TextField | undefined },
): Promise<ShownDraft[]> {
  if (!(await findChosen(ctx, config))) return [];
  const rows = await listDrafts(ctx.db, { kind, ids: ids.split(',').slice(0, mostRecords), field });
  return rows.map(({ state, problem, ...row }) => ({
    ...row,
    state: state === 'queued' ? 'running' : state,
    problem: problem && ctx.text(problem.key, problem.values),
  }));
}
