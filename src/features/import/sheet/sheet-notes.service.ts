import { bookFields } from '#features/book/book-fields.public.ts';
import type { SheetColumns } from '#kernel/sheets/sheet-columns.rules.ts';
import type { SheetNotes } from '#kernel/sheets/sheet-notes.ts';
import type { Context } from '#kernel/work/context.ts';
import { listAltered } from '../record/altered-cells.store.ts';
import { entity, lockReady, planImport } from '../record/import.service.ts';
import { listRows, updateRows } from '../record/import-row.store.ts';
import { findNotes, updateImport } from '../record/import.store.ts';
import { listFilled } from '../record/sheet-notes.store.ts';
import { checkRow } from '../rules/import-cells.rules.ts';
import { notesOn } from '../rules/sheet-notes.rules.ts';

const fieldNames: string[] = bookFields.map(({ name }) => name);

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

/** Gives cells that are what a spreadsheet makes of a book's text that text again, and compares the rows again. */
export async function unalter(ctx: Context, importIdx: number, version: number | undefined): Promise<void> {
  const locked = await lockReady(ctx, importIdx, version);
  const altered = await listAltered(ctx.db, importIdx, null);
  if (altered.length === 0) return;
  const texts = Map.groupBy(altered, ({ row_no }) => row_no);
  const rows = await listRows(ctx.db, importIdx, [...texts.keys()]);
  await updateRows(
    ctx.db,
    importIdx,
    rows.map(({ row_no, cells }) => {
      const now = new Map((texts.get(row_no) ?? []).map((one) => [one.field, one.now]));
      return { row_no, ...checkRow(cells.map((cell, index) => now.get(fieldNames[index] ?? '') ?? cell)) };
    }),
  );
  await planImport(ctx, importIdx, locked.update_existing);
  ctx.audit({ entity, id: importIdx, action: 'import.rows_unaltered', after: { count: rows.length } });
}
