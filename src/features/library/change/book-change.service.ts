import { z } from 'zod';
import { auditBookAct } from '#features/book/book-act.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { Worked } from '#kernel/jobs/bulk-work.ts';
import type { JobProgress } from '#kernel/jobs/job-progress.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { defineSelectedAct } from '#kernel/records/selected-act.ts';
import { writeSelected } from '#kernel/records/selection.ts';
import type { Context } from '#kernel/work/context.ts';
import { BookSelection } from '../find/book-selection.contract.ts';
import { requireKnown, selectableBooks } from '../find/book-selection.store.ts';
import { BookChange } from './book-bulk.contract.ts';
import { countChange, listUnfitLevels, updateField } from './book-change.store.ts';
import { readChange } from './field-change.store.ts';

const Requested = z.object({ selection: BookSelection, change: BookChange });
type Requested = z.output<typeof Requested>;

/**
 * Declares the change of one field of selected books. Concurrent edits of their other fields are preserved: only this
 * field is set.
 */
export const defineBookChange = (kernel: Kernel) =>
  defineSelectedAct(kernel, 'book.change', Requested, { count: countBooks, run: changeBooks });

// As many reasons as fit into the dialog.
const namedReasons = 10;

async function countBooks(ctx: Context, { selection, change }: Requested) {
  await requireKnown(ctx, selection);
  const field = await readChange(ctx.db, change);
  const { count, changed, refused } = await countChange(ctx, selection, field);
  const levels = refused === 0 ? [] : await listUnfitLevels(ctx, selection, field, namedReasons);
  const t = ctx.translate<BookWords>();
  const { series = '' } = field.after;
  const reasons = levels.map(({ level, count: books }) => ({
    message: t('book.series_lacks_level', { series, level }),
    count: books,
  }));
  return { count, changed, same: count - changed - refused, refused: { count: refused, reasons } };
}

async function changeBooks(ctx: Context, { selection, change }: Requested, progress?: JobProgress): Promise<Worked> {
  const field = await readChange(ctx.db, change);
  const act = await beginAct(ctx);
  const write = (keys: readonly number[]) => updateField(ctx, act, keys, field);
  const changed = await writeSelected(ctx.db, selectableBooks(ctx), selection, {
    write,
    ...(progress && { progress }),
  });
  if (changed === 0) return { changed, act: null };
  auditBookAct(ctx, act, 'updated', { count: changed, ...field.after });
  return { changed, act };
}
