import type { Context } from '#kernel/context.ts';
import type { Kernel } from '#kernel/feature.ts';
import type { Write } from '#kernel/http/api.ts';
import { readSheet } from '#kernel/sheets/sheet-read.ts';
import { savingFiles } from '#kernel/storage/saving-files.ts';
import type { OnPlace } from '#kernel/waiting-line.ts';
import { entity, planImport } from '../import.service.ts';
import { insertImport, updateImport } from '../import.store.ts';
import { type OnProgress, stageSheet } from './import-stage.store.ts';
import type { ReceivedSheet } from './receive-sheet.service.ts';

/** The sheet staff of the cloud spreadsheet know; a file's first sheet is read where it has none of this name. */
export const isbnSheet = 'ISBN Meta';

/** Uploaded sheets lie below this. */
export const sheetPrefix = 'imports/';

/** Where an upload tells how many rows are read, or how many uploads are before it. */
export interface UploadProgress {
  read: OnProgress;
  wait: OnPlace;
  /** The upload is over. */
  end: () => Promise<void>;
}

/**
 * Stages and plans the rows of a sheet that is kept as a file, in one transaction. One that cannot be read leaves
 * nothing behind. Answers the import's id.
 */
export async function importSheet(
  { storage }: Pick<Kernel, 'storage'>,
  received: ReceivedSheet,
  write: Write,
  { read, wait }: Partial<UploadProgress> = {},
): Promise<number> {
  const stage = (file: string) => write((ctx) => stageFile(ctx, file, received, read ?? (async () => {})), wait);
  return savingFiles(
    () => storage.withFile(received.key, stage),
    () => storage.remove(received.key),
  );
}

async function stageFile(ctx: Context, file: string, received: ReceivedSheet, onProgress: OnProgress): Promise<number> {
  const importIdx = await insertImport(ctx, {
    source: 'sheet',
    fileName: received.name,
    fileKey: received.key,
    sheetName: isbnSheet,
    update: false,
  });
  const staged = await stageSheet(
    ctx,
    importIdx,
    readSheet(file, { name: received.name, sheet: isbnSheet, maxColumns: 64 }),
    onProgress,
  );
  await updateImport(ctx.db, importIdx, {
    row_count: staged.rows,
    filled: staged.filled,
    unknown_columns: staged.unknown,
  });
  await planImport(ctx, importIdx, false);
  ctx.audit({ entity, id: importIdx, action: 'import.staged', after: { file: received.name, rows: staged.rows } });
  return importIdx;
}
