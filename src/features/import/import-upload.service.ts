import type { FastifyRequest } from 'fastify';
import type { Context } from '#kernel/context.ts';
import type { Kernel } from '#kernel/feature.ts';
import { readSheet } from '#kernel/sheets/sheet-read.ts';
import { entity, planImport } from './import.service.ts';
import { stageSheet } from './import-stage.ts';
import { insertImport, updateImport } from './import.store.ts';
import { type ReceivedSheet, receiveSheetFile } from './receive-sheet.ts';

/** The sheet staff of the cloud spreadsheet know; a file's first sheet is read where it has none of this name. */
const sheetName = 'ISBN Meta';

/** Uploaded sheets lie below this. */
export const sheetPrefix = 'imports/';

/**
 * Receives a sheet, keeps the file, and stages and plans its rows in one transaction. A file that cannot be read leaves
 * nothing behind. Answers the import's id.
 */
export async function receiveSheet(
  kernel: Pick<Kernel, 'storage'>,
  request: FastifyRequest,
  write: <T>(act: (ctx: Context) => Promise<T>) => Promise<T>,
  onProgress: (rows: number) => Promise<void>,
): Promise<number> {
  const received = await receiveSheetFile(kernel.storage, request, sheetPrefix);
  try {
    return await kernel.storage.withFile(received.key, (file) =>
      write((ctx) => stageFile(ctx, file, received, onProgress)),
    );
  } catch (error) {
    await kernel.storage.remove(received.key);
    throw error;
  }
}

async function stageFile(
  ctx: Context,
  file: string,
  received: ReceivedSheet,
  onProgress: (rows: number) => Promise<void>,
): Promise<number> {
  const importIdx = await insertImport(ctx, {
    source: 'sheet',
    fileName: received.name,
    fileKey: received.key,
    sheetName,
    update: false,
  });
  const staged = await stageSheet(
    ctx,
    importIdx,
    readSheet(file, { name: received.name, sheet: sheetName, maxColumns: 64 }),
    onProgress,
  );
  await updateImport(ctx.db, importIdx, { row_count: staged.rows, filled: staged.filled });
  await planImport(ctx, importIdx, false);
  ctx.audit({ entity, id: importIdx, action: 'import.staged', after: { file: received.name, rows: staged.rows } });
  return importIdx;
}
