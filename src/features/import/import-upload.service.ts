import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Context } from '#kernel/context.ts';
import { AppError } from '#kernel/errors.ts';
import type { Kernel } from '#kernel/feature.ts';
import { formError } from '#kernel/http/forms.ts';
import { readSheet } from '#kernel/sheets/sheet-read.ts';
import { importMessages } from './import.messages.ts';
import { entity, planImport } from './import.service.ts';
import { stageSheet } from './import-stage.ts';
import { insertImport, updateImport } from './import.store.ts';

/** The sheet staff of the cloud spreadsheet know; a file's first sheet is read where it has none of this name. */
const sheetName = 'ISBN Meta';

// A sheet of 100,000 rows is a tenth of this as .xlsx, and less than half as .csv.
const maxFileBytes = 200 * 1024 * 1024;

/** Uploaded sheets lie below this. */
export const sheetPrefix = 'imports/';

interface Received {
  key: string;
  name: string;
}

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
  const received = await receiveFile(kernel, request);
  try {
    return await kernel.storage.withFile(received.key, (file) =>
      write((ctx) => stageFile(ctx, file, received, onProgress)),
    );
  } catch (error) {
    await kernel.storage.remove(received.key);
    throw error;
  }
}

async function receiveFile({ storage }: Pick<Kernel, 'storage'>, request: FastifyRequest): Promise<Received> {
  if (!request.isMultipart()) throw new AppError(415, 'invalid.media_type');
  const part = await request
    .file({ limits: { files: 1, fileSize: maxFileBytes, fields: 0 } })
    .catch((error: unknown) => {
      throw formError(error);
    });
  if (!part) throw importMessages.errorWith(400, 'import.no_file', { field: 'file' });
  const name = path.basename(part.filename.normalize('NFC')).slice(0, 200);
  const extension = path.extname(name).toLowerCase();
  if (!['.xlsx', '.csv'].includes(extension)) {
    part.file.resume();
    throw importMessages.errorWith(415, 'import.wrong_extension', { field: 'file' });
  }
  const key = `${sheetPrefix}${randomUUID()}${extension}`;
  await storage.put(key, part.file, { maxBytes: maxFileBytes });
  if (part.file.truncated) {
    await storage.remove(key);
    throw new AppError(413, 'invalid.too_large');
  }
  return { key, name };
}

async function stageFile(
  ctx: Context,
  file: string,
  received: Received,
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
