import { bookFields } from '#features/book/book-fields.public.ts';
import { bookSheetFields } from '#features/book/book-sheet.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { ColumnsState } from '#kernel/sheets/sheet-columns.contract.ts';
import { chosenHeadings, columnsBelow, type SheetColumns, showColumns } from '#kernel/sheets/sheet-columns.rules.ts';
import { findKnownHeadings, rememberHeadings } from '#kernel/sheets/sheet-headings.ts';
import type { Context } from '#kernel/work/context.ts';
import { importMessages } from '../import.messages.ts';
import { entity, getImport, lockOpen } from '../record/import.service.ts';
import { deleteRows } from '../record/import-row.store.ts';
import { requireFields } from '../rules/required-fields.rules.ts';
import { findColumns, type StoredColumns, storeColumns } from './import-columns.store.ts';
import { isbnSheet, readIsbnSheet, stageRows } from './import-upload.service.ts';
import { guessBookColumns } from './sheet-layout.rules.ts';

/** The columns of an import's sheet, chosen or guessed, optionally with the headings in another row. */
export async function showImportColumns(ctx: Context, importIdx: number, headingRow?: number): Promise<ColumnsState> {
  const { head, columns } = await getColumns(ctx, importIdx);
  const known = await findKnownHeadings(ctx, isbnSheet, head);
  const t = ctx.translate<BookWords>();
  const shown =
    headingRow === undefined
      ? (columns ?? guessBookColumns(head, known))
      : columnsBelow(head, headingRow, bookSheetFields, known);
  const labels = bookFields.map(({ name, label, required }) => ({ name, label: t(label), required }));
  return showColumns({ head, columns: shown, labels });
}

async function getColumns(
  ctx: Context,
  importIdx: number,
): Promise<StoredColumns & { head: NonNullable<StoredColumns['head']> }> {
  const found = await findColumns(ctx.db, importIdx);
  if (!found?.head) throw importMessages.error(404, 'import.no_file');
  return { ...found, head: found.head };
}

/** Whether the columns of an import's sheet can be chosen. */
export const hasColumns = async (ctx: Context, importIdx: number): Promise<boolean> =>
  Boolean((await findColumns(ctx.db, importIdx))?.head);

/**
 * Reads the sheet of an import again with these columns: rows staged before and their corrections are discarded. The
 * choice is offered for the next sheet with these headings.
 */
export async function stageColumns(
  ctx: Context,
  file: string,
  { importIdx, columns, version }: { importIdx: number; columns: SheetColumns; version: number | undefined },
): Promise<void> {
  requireFields(bookChoices, columns.fields);
  const locked = await lockOpen(ctx, importIdx, version);
  const before = await getColumns(ctx, importIdx);
  await deleteRows(ctx.db, importIdx);
  const sheet = { ...readIsbnSheet(file, locked.file_name ?? ''), columns };
  await stageRows(ctx, importIdx, { ...sheet, unknown: [] });
  await storeColumns(ctx.db, importIdx, columns);
  await rememberHeadings(ctx, isbnSheet, chosenHeadings(before.head, columns));
  ctx.audit({
    entity,
    id: importIdx,
    action: 'import.columns_chosen',
    before: before.columns && { columns: fieldsOf(before.columns) },
    after: { columns: fieldsOf(columns) },
  });
}

const fieldsOf = ({ fields }: SheetColumns) => fields.map((field) => field ?? '–').join(', ');

// Every row needs its bid; the rows show what else a new book needs.
const bookChoices = bookFields.map(({ name }) => ({ name, required: name === 'bid' }));

/** The key of an import's file; 404 if it has none. */
export async function getFileKey(ctx: Context, importIdx: number): Promise<string> {
  const { file_key } = await getImport(ctx, importIdx);
  if (!file_key) throw importMessages.error(404, 'import.no_file');
  return file_key;
}
