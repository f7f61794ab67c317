import { undoableBooks } from '#features/book/book-act.public.ts';
import { rowsBack, undoRows } from '#features/library/book-rows.public.ts';
import { listBooksOf, sentencesBack, undoSentences } from '#features/word/sentence-rows.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { getAct } from '#kernel/records/acts.ts';
import { asPartOfAct } from '#kernel/records/undo.ts';
import type { SetBack } from '#kernel/records/undoable.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { importMessages } from '../import.messages.ts';
import { getImport } from './import.service.ts';
import { lockImportOfAct, updateImport } from './import.store.ts';

/**
 * How an applied import is taken back: its books are restored, except those touched since, which the import then lists. Taken
 * back for some of its rows, it stays applied.
 */
export const importBack = (kernel: Kernel): SetBack => ({
  ...rowsBack(kernel),
  write: async (ctx, acts) => {
    const found = await lockImportOfAct(ctx.db, acts.of);
    if (!found) throw importMessages.error(404, 'import.not_found');
    const { removed, restored, kept } = await undoRows(ctx, kernel, acts);
    if (!acts.only)
      await updateImport(ctx.db, found.import_idx, {
        status: 'undone',
        kept: JSON.stringify(kept),
        undone_by: actorName(ctx.actor),
        undone_at: ctx.now.toISOString(),
      });
    return { back: removed + restored, kept: kept.length, outcome: { removed, restored, kept: kept.length } };
  },
});

/** How the sentences that an import added are taken back; the import itself can still be undone afterwards. */
export const importSentencesBack: SetBack = {
  ...sentencesBack,
  write: async (ctx, acts) => {
    const { entity_id: importIdx } = await getAct(ctx, acts.of);
    const bids = await listBooksOf(ctx, acts);
    return asPartOfImport(ctx, Number(importIdx), bids, () => undoSentences(ctx, acts));
  },
};

/** Undoes an import that was applied. */
export async function undoImport(ctx: Context, { undos }: Kernel, importIdx: number): Promise<void> {
  const { act_idx: act, status } = await getImport(ctx, importIdx);
  if (status !== 'applied' || act === null) throw importMessages.error(409, 'import.not_applied');
  await undos.undo(ctx, act);
}

/**
 * Runs a later step of the import on some of its books. Its changes to books that nobody else has touched become part
 * of the import, and are undone with it.
 */
export async function asPartOfImport<T>(
  ctx: Context,
  importIdx: number,
  bids: readonly string[],
  more: () => Promise<T>,
): Promise<T> {
  const { act_idx: act } = await getImport(ctx, importIdx);
  return act === null ? more() : asPartOfAct(ctx, act, undoableBooks, bids, more);
}
