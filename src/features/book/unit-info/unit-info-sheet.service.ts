import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { readOneFile } from '#kernel/http/file-form.ts';
import { columnName } from '#kernel/sheets/column-name.rules.ts';
import { SheetError } from '#kernel/sheets/sheet-error.ts';
import { readSheet } from '#kernel/sheets/sheet-read.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { bookMessages } from '../book.messages.ts';
import { isUnit, maxUnits, unitColumns } from './unit-info.rules.ts';

const maxFileBytes = 10 * 1024 * 1024;
// Sheets in another layout may have more columns than ours to choose from.
const widest = 64;
const extensions = ['.xlsx', '.csv'];

/** Reads the rows of an uploaded sheet of units. The file is removed afterwards. */
export async function readUnitSheet(storage: Storage, request: FastifyRequest): Promise<SheetRow[]> {
  const { key, name } = await receiveSheet(storage, request);
  try {
    return await storage.withFile(key, (file) => rowsOf(file, name));
  } finally {
    await storage.remove(key);
  }
}

async function rowsOf(file: string, name: string): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  // One row more than the maximum number of units: the column names.
  const limits = { maxRows: maxUnits + 1, maxColumns: widest, maxUnpacked: 200 << 20, maxText: 1 << 20 };
  for await (const batch of readSheet(file, { name, ...limits })) rows.push(...batch);
  const [first] = rows;
  if (!first) throw bookMessages.error(422, 'book.unit_no_data');
  const wide = rows.find(({ cells }) => cells.length > unitColumns.length);
  if (wide && isUnit(first.cells)) {
    const limit = unitColumns.length;
    throw new SheetError('sheet.too_many_columns', { limit, row: wide.row, column: columnName(limit) });
  }
  return rows;
}

async function receiveSheet(storage: Storage, request: FastifyRequest): Promise<{ key: string; name: string }> {
  const received = await readOneFile(request, {
    store: async ({ name, source }) => {
      const extension = path.extname(name).toLowerCase();
      if (!extensions.includes(extension)) throw bookMessages.errorWith(415, 'book.unit_no_file', { field: 'file' });
      const key = `staging/received/${randomUUID()}${extension}`;
      await storage.put(key, source, { maxBytes: maxFileBytes });
      return { key, name };
    },
    discard: ({ key }) => storage.remove(key),
  });
  if (!received) throw bookMessages.errorWith(400, 'book.unit_no_file', { field: 'file' });
  return received;
}
