import { removeMadeBooks, removeUnusedTitles, restoreChangedBooks } from '#features/book/book-rows.public.ts';
import type { Context } from '#kernel/context.ts';
import type { Kernel } from '#kernel/feature.ts';
import type { References } from '#kernel/references.ts';
import { importMessages } from './import.messages.ts';
import { entity } from './import.service.ts';
import { type KeptBook, lockImport, updateImport } from './import.store.ts';
import { doneRows, listEdited, listMade, listUntouchedMade } from './import-result.store.ts';

/** What an undo did. */
export interface Undone {
  removed: number;
  restored: number;
  kept: KeptBook[];
}

/**
 * Takes an applied import back: books it made go, books it changed get back what they had. Books that somebody has
 * edited since, or that something holds, are kept and named.
 */
export async function undoImport(
  ctx: Context,
  { references, storage }: Pick<Kernel, 'references' | 'storage'>,
  importIdx: number,
): Promise<Undone> {
  const found = await lockImport(ctx.db, importIdx);
  if (!found) throw importMessages.error(404, 'import.not_found');
  if (found.status !== 'applied' || found.source === 'books') throw importMessages.error(409, 'import.not_applied');
  const held = await findHeld(ctx, references, importIdx);
  const edited = await listEdited(ctx.db, importIdx);
  const kept: KeptBook[] = [
    ...edited.map(({ bid }): KeptBook => ({ bid, reason: 'edited' })),
    ...held.map(({ bid }): KeptBook => ({ bid, reason: 'held' })),
  ];
  const removed = await removeMadeBooks(
    ctx,
    storage,
    doneRows(importIdx),
    held.map((book) => book.bidx),
  );
  const restored = await restoreChangedBooks(ctx, doneRows(importIdx));
  await removeUnusedTitles(ctx, references, await listMade(ctx.db, importIdx));
  await updateImport(ctx.db, importIdx, {
    status: 'undone',
    kept: JSON.stringify(kept),
    undone_by: ctx.actor?.staffId ?? null,
    undone_at: ctx.now.toISOString(),
  });
  ctx.audit({ entity, id: importIdx, action: 'import.undone', after: { removed, restored, kept: kept.length } });
  ctx.changed('book');
  return { removed, restored, kept };
}

/** The books made by the import, still untouched, that a collection or a roadmap holds by now. */
async function findHeld(
  ctx: Context,
  references: References,
  importIdx: number,
): Promise<{ bidx: number; bid: string }[]> {
  const made = await listUntouchedMade(ctx.db, importIdx);
  const held = await references.held(
    ctx,
    'book',
    made.map((book) => book.bid),
  );
  return made.filter((book) => held.has(book.bid));
}
