import { bookFields } from '#features/book/book-fields.public.ts';
import type { SheetColumns } from '#kernel/sheets/sheet-columns.rules.ts';
import type { SheetNotes } from '#kernel/sheets/sheet-notes.ts';
import type { Context } from '#kernel/work/context.ts';
import { entity, lockReady, planImport } from '../record/import.service.ts';
import { findNotes, updateImport, updateRows } from '../record/import.store.ts';
import { listFilled } from '../record/sheet-notes.store.ts';
import { checkRow } from '../rules/import-cells.rules.ts';
import { notesOn } from '../rules/sheet-notes.rules.ts';

const fieldNames = bookFields.map(({ name }) => name);

/** Stores what is hidden or merged in a sheet of books. */
export async function storeNotes(
  ctx: Context,
  importIdx: number,
  { notes, columns, ignored }: { notes: SheetNotes | null; columns: SheetColumns; ignored: readonly number[] },
): Promise<void> {
  const stored = notesOn(notes, columns, fieldNames, ignored);
  await updateImport(ctx.db, importIdx, { sheet_notes: stored && JSON.stringify(stored) });
}

/** Fills empty cells with the text of the cell they are merged with, and compares the rows again. */
export async function fillMerged(ctx: Context, importIdx: number, version: number | undefined): Promise<void> {
  const locked = await lockReady(ctx, importIdx, version);
  const notes = await findNotes(ctx.db, importIdx);
  if (!notes) return;
  const rows = await listFilled(ctx.db, { table: 'import_row', importIdx, notes });
  if (rows.length === 0) return;
  await updateRows(
    ctx.db,
    importIdx,
    rows.map(({ row_no, cells }) => ({ row_no, ...checkRow(cells) })),
  );
  await planImport(ctx, importIdx, locked.update_existing);
  ctx.audit({ entity, id: importIdx, action: 'import.rows_filled', after: { count: rows.length } });
}
