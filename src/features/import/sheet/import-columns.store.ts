import type { Database } from '#kernel/db/database.ts';
import type { SheetColumns } from '#kernel/sheets/sheet-columns.rules.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';

/** The first rows of an import's sheet, and its columns; null until they are chosen. */
export interface StoredColumns {
  head: SheetRow[] | null;
  columns: SheetColumns | null;
}

export async function storeHead(
  db: Database,
  importIdx: number,
  head: readonly SheetRow[],
  columns: SheetColumns | undefined,
): Promise<void> {
  await db
    .updateTable('import')
    .set({ head: JSON.stringify(head), columns: columns ? JSON.stringify(columns) : null })
    .where('import_idx', '=', importIdx)
    .execute();
}

export async function storeColumns(db: Database, importIdx: number, columns: SheetColumns): Promise<void> {
  await db
    .updateTable('import')
    .set({ columns: JSON.stringify(columns) })
    .where('import_idx', '=', importIdx)
    .execute();
}

export async function findColumns(db: Database, importIdx: number): Promise<StoredColumns | undefined> {
  return db
    .selectFrom('import')
    .select(['head', 'columns'])
    .where('import_idx', '=', importIdx)
    .$castTo<StoredColumns>()
    .executeTakeFirst();
}

/** The chosen columns of an import's sheet; null if it has none or nobody has chosen. */
export async function findChosenColumns(db: Database, importIdx: number): Promise<SheetColumns | null> {
  const found = await db
    .selectFrom('import')
    .select('columns')
    .where('import_idx', '=', importIdx)
    .$castTo<Pick<StoredColumns, 'columns'>>()
    .executeTakeFirst();
  return found?.columns ?? null;
}
