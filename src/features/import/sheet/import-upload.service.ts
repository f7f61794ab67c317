import path from 'node:path';
import { bookFields } from '#features/book/book-fields.public.ts';
import type { Write } from '#kernel/http/api-handlers.ts';
import type { ReceivedFile } from '#kernel/http/received-file.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { filesReadAs, type ReadFile } from '#kernel/records/record-parts.ts';
import { headRows, storedHead } from '#kernel/sheets/sheet-columns.rules.ts';
import { withHead } from '#kernel/sheets/sheet-head.ts';
import type { SheetNotes } from '#kernel/sheets/sheet-notes.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import { readSheetAside } from '#kernel/sheets/sheet-thread.ts';
import { statedRows } from '#kernel/sheets/stated-rows.ts';
import { savingFiles } from '#kernel/storage/saving-files.ts';
import type { Context } from '#kernel/work/context.ts';
import type { OnPosition } from '#kernel/work/task-queue.ts';
import { importMessages } from '../import.messages.ts';
import { entity, getImport, planImport } from '../record/import.service.ts';
import { insertImport, updateImport } from '../record/import.store.ts';
import { hasKnownBooks } from '../record/import-plan.store.ts';
import type { ImportedRow } from '../rules/import-cells.rules.ts';
import { longestImport } from '../rules/import-upload.rules.ts';
import { isWordsSheet } from '../sentences/sentence-columns.rules.ts';
import { stageWords } from '../sentences/stage-words.service.ts';
import { type ShowEarly, watchEarly } from './early-preview.service.ts';
import { storeColumns, storeHead } from './import-columns.store.ts';
import { type ReadableSheet, stageSheet } from './import-stage.store.ts';
import { columnsMissing, guessBookColumns, ownLayout, type SheetLayout } from './sheet-layout.rules.ts';
import { storeNotes } from './sheet-notes.service.ts';

/** The sheet's name in the cloud spreadsheet; if a file has no sheet of this name, its first sheet is read. */
export const isbnSheet = 'ISBN Meta';

/** The prefix of uploaded sheets. */
export const sheetPrefix = 'imports/';

/** Reports how far an upload is to whoever waits for it. */
export interface UploadProgress extends ReadProgress {
  /** The number of uploads ahead in the queue. */
  wait: OnPosition;
  /** Called when the upload is over. */
  end: () => Promise<void>;
}

/** Reports how far the reading of a sheet is. */
export interface ReadProgress {
  /** The number of rows read, and of all rows if the file states it, else 0. */
  read: (rows: number, total: number) => Promise<void>;
  /** Absent if nobody looks on. */
  show?: ShowEarly;
}

/**
 * Stages and plans the rows of a sheet stored as a file, in one transaction. An unreadable sheet leaves nothing behind.
 * Returns the import's id.
 */
export async function importSheet(
  { storage, records }: Pick<Kernel, 'storage' | 'records'>,
  received: ReceivedFile,
  write: Write,
  progress?: UploadProgress,
): Promise<number> {
  const ending = path.extname(received.name).toLowerCase();
  const kind = filesReadAs(records.all, entity).find(({ endings }) => endings.includes(ending));
  const stage = (file: string) =>
    write((ctx) => stageFile(ctx, { storage, file, kind }, received, progress), progress?.wait);
  return savingFiles(
    () => storage.withFile(received.key, stage),
    () => storage.remove(received.key),
  );
}

async function stageFile(
  ctx: Context,
  { storage, file, kind }: { storage: Kernel['storage']; file: string; kind: ReadFile | undefined },
  received: ReceivedFile,
  progress: ReadProgress | undefined,
): Promise<number> {
  const { key, name } = received;
  const staging = async (sheetName: string, stage: (importIdx: number) => Promise<number>) => {
    const importIdx = await insertImport(ctx, {
      source: 'sheet',
      fileName: name,
      fileKey: key,
      sheetName,
      update: false,
    });
    const rows = await stage(importIdx);
    ctx.audit({ entity, id: importIdx, action: 'import.staged', after: { file: name, rows } });
    return importIdx;
  };
  if (kind) return staging(kind.name, (id) => stageFileOfKind(ctx, id, { file, kind, name }, progress));
  const { batches: all, notes } = readIsbnSheet(file, name);
  return withHead(all, headRows, async (head, batches) => {
    if (!isWordsSheet(head)) {
      const books = { file, name, head, batches, notes };
      return staging(isbnSheet, (id) => stageSheetFile(ctx, id, books, progress));
    }
    ctx.afterCommit(() => storage.remove(key));
    return stageWords(ctx, name, { head, batches, notes });
  });
}

interface SheetFile {
  file: string;
  name: string;
  head: SheetRow[];
  batches: AsyncIterable<SheetRow[]>;
  notes: () => SheetNotes | null;
}

async function stageSheetFile(
  ctx: Context,
  importIdx: number,
  { file, name, head, batches, notes }: SheetFile,
  progress: ReadProgress | undefined,
): Promise<number> {
  const layout = ownLayout(head);
  await storeHead(ctx.db, importIdx, storedHead(head), layout?.columns);
  const stated = progress?.show ? await statedRows(file, { name, sheet: isbnSheet }) : 0;
  if (!layout) return awaitColumns(ctx, importIdx, { batches, head, stated }, progress);
  const rows = await stageRows(ctx, importIdx, { batches, notes, ...layout, stated }, progress);
  // A sheet of new books cannot do without these columns; one of known books says what changes.
  const { lacking } = layout;
  if (lacking.length > 0 && !(await hasKnownBooks(ctx.db, importIdx))) throw columnsMissing(lacking);
  return rows;
}

/** Its reader answers rows with the columns in our order: there is nothing to match, and no letter of a column. */
async function stageFileOfKind(
  ctx: Context,
  importIdx: number,
  { file, kind, name }: { file: string; kind: ReadFile; name: string },
  progress: ReadProgress | undefined,
): Promise<number> {
  await storeColumns(ctx.db, importIdx, { heading_row: 0, fields: [] });
  const batches = readSheetAside<ImportedRow>(file, { name, maxRows: longestImport }, kind.reader);
  const columns = { heading_row: 0, fields: bookFields.map((field) => field.name) };
  return stageRows(ctx, importIdx, { batches, columns, unknown: [] }, progress);
}

/** The rows of a sheet of books, with room for unknown columns, and once they are read what is hidden or merged. */
export function readIsbnSheet(file: string, name: string): NotedSheet {
  let found: SheetNotes | null = null;
  const note = (notes: SheetNotes) => {
    found = notes;
  };
  const batches = readSheetAside(file, { name, sheet: isbnSheet, maxColumns: 64, note });
  return { batches, notes: () => found };
}

interface NotedSheet {
  batches: AsyncGenerator<SheetRow[]>;
  notes: () => SheetNotes | null;
}

/** The rows of a sheet with known columns; `stated` is the number of its last row, 0 if unknown. */
interface StagedSheet extends ReadableSheet, Pick<SheetLayout, 'unknown'> {
  stated?: number;
  /** What is hidden or merged, known once all rows are read. */
  notes?: () => SheetNotes | null;
}

/** Stages and plans the rows of a sheet with known columns. Returns their number. */
export async function stageRows(
  ctx: Context,
  importIdx: number,
  { unknown, stated = 0, notes, ...sheet }: StagedSheet,
  progress?: ReadProgress,
): Promise<number> {
  const total = Math.max(0, stated - sheet.columns.heading_row);
  const { read = async () => undefined, show } = progress ?? {};
  const watcher = { read: (done: number) => read(done, total) };
  const { rows, filled, remarks, ignored, ...staged } = await stageSheet(
    ctx,
    importIdx,
    sheet,
    show ? watchEarly(ctx, importIdx, { ...watcher, show }) : watcher,
  );
  await updateImport(ctx.db, importIdx, {
    status: 'ready',
    row_count: rows,
    filled,
    unknown_columns: unknown,
    remarks: JSON.stringify(remarks),
  });
  await storeNotes(ctx, importIdx, { notes: notes?.() ?? null, columns: sheet.columns, ignored });
  const { update_existing: update } = await getImport(ctx, importIdx);
  await planImport(ctx, importIdx, update, staged);
  return rows;
}

/**
 * Leaves a sheet with unknown columns for somebody to match. It is still read to the end, so that an unreadable file is
 * rejected now.
 */
async function awaitColumns(
  ctx: Context,
  importIdx: number,
  { batches, head, stated }: { batches: AsyncIterable<SheetRow[]>; head: SheetRow[]; stated: number },
  progress: ReadProgress | undefined,
): Promise<number> {
  const { heading_row } = guessBookColumns(head, {});
  let rows = 0;
  for await (const batch of batches) {
    rows += batch.filter(({ row }) => row > heading_row).length;
    await progress?.read(rows, Math.max(0, stated - heading_row));
  }
  if (rows === 0) throw importMessages.error(422, 'import.no_data');
  await updateImport(ctx.db, importIdx, { status: 'mapping', row_count: rows });
  return rows;
}
