import {
  removeMadeBooks,
  removeUnusedTitles,
  restoreChangedBooks,
  undoableBooks,
} from '#features/book/book-rows.public.ts';
import { beginAct } from '#kernel/acts.ts';
import { actorName } from '#kernel/auth/actor.ts';
import type { Context } from '#kernel/context.ts';
import type { Kernel } from '#kernel/feature.ts';
import { asPartOfAct, listTouched, listUntouchedMade, lockRecords } from '#kernel/undo.ts';
import { importMessages } from './import.messages.ts';
import { entity, getImport } from './import.service.ts';
import { type KeptBook, lockImport, updateImport } from './import.store.ts';

/** What an undo did. */
export interface Undone {
  removed: number;
  restored: number;
  kept: KeptBook[];
}

/**
 * Takes an applied import back: books it made go, books it changed get back what they had. Books that somebody has
 * touched since in any part, or that something holds, are kept and named.
 */
export async function undoImport(
  ctx: Context,
  { references, storage }: Pick<Kernel, 'references' | 'storage'>,
  importIdx: number,
): Promise<Undone> {
  const found = await lockImport(ctx.db, importIdx);
  if (!found) throw importMessages.error(404, 'import.not_found');
  const { act_idx: of, status } = found;
  if (status !== 'applied' || of === null) throw importMessages.error(409, 'import.not_applied');
  await lockRecords(ctx.db, of, undoableBooks);
  const made = await listUntouchedMade(ctx.db, of, undoableBooks);
  const held = [...(await references.held(ctx, 'book', made))];
  const kept: KeptBook[] = [
    ...(await listTouched(ctx.db, of, undoableBooks)).map(({ id: bid, differs }): KeptBook => {
      return { bid, reason: differs.every((name) => name === 'published') ? 'published' : 'edited' };
    }),
    ...held.map((bid): KeptBook => ({ bid, reason: 'held' })),
  ];
  const act = await beginAct(ctx);
  const removed = await removeMadeBooks(ctx, storage, { of, act, held });
  const restored = await restoreChangedBooks(ctx, { of, act });
  await removeUnusedTitles(ctx, references, { of, act });
  await updateImport(ctx.db, importIdx, {
    status: 'undone',
    kept: JSON.stringify(kept),
    undone_by: actorName(ctx.actor),
    undone_at: ctx.now.toISOString(),
  });
  const after = { removed, restored, kept: kept.length };
  ctx.audit({ entity, id: importIdx, action: 'import.undone', after, act });
  ctx.changed('book');
  return { removed, restored, kept };
}

/**
 * Runs a later step of the import on some of its books. What it does to those that nobody has touched belongs to the
 * import, whose undo takes it along.
 */
export async function asOwn<T>(
  ctx: Context,
  importIdx: number,
  bids: readonly string[],
  more: () => Promise<T>,
): Promise<T> {
  const { act_idx: act } = await getImport(ctx, importIdx);
  return act === null ? more() : asPartOfAct(ctx, act, undoableBooks, bids, more);
}
