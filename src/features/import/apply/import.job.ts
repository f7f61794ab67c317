import { defineDurableJob } from '#kernel/jobs/durable-job.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { planImport } from '../record/import.service.ts';
import { lockImport, updateImport } from '../record/import.store.ts';
import { applyImport } from './import-apply.service.ts';

/** The key under which an import's progress is reported. */
export const progressKey = (importIdx: number): string => `import-${importIdx}`;

/** Queues the apply of an import; see {@link defineApply}. */
type SendApply = (ctx: Context, data: { import_idx: number }) => Promise<void>;

/** Applies imports in the background while their status is `applying`. */
export const defineApply = (kernel: Kernel): SendApply =>
  defineDurableJob(kernel, {
    name: 'import.apply',
    key: ({ import_idx: id }) => progressKey(id),
    claim: async (ctx, { import_idx: id }) => {
      const found = await lockImport(ctx.db, id);
      return found?.status === 'applying' ? found : undefined;
    },
    run: applyImport,
    reopen: async (ctx, { import_idx: id, update_existing: update }, problem, error) => {
      // The library has changed since the rows were shown: plan them again.
      if (error instanceof AppError) await planImport(ctx, id, update);
      await updateImport(ctx.db, id, { status: 'ready', problem: JSON.stringify(problem) });
    },
  });
