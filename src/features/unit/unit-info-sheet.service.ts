import type { FastifyRequest } from 'fastify';
import { bookMessages } from '#features/book/book-words.public.ts';
import { type ExpectedFile, withReceivedFile } from '#kernel/http/received-file.ts';
import { columnName } from '#kernel/sheets/column-name.rules.ts';
import { SheetError } from '#kernel/sheets/sheet-error.ts';
import type { SheetNotes } from '#kernel/sheets/sheet-notes.ts';
import { readSheet } from '#kernel/sheets/sheet-read.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { isUnit, maxUnits, unitColumns } from './unit-info.rules.ts';

// Sheets in another layout may have more columns than ours to choose from.
const widest = 64;

const noFile = (status: number) => bookMessages.errorWith(status, 'book.unit_no_file', { field: 'file' });
const expected: ExpectedFile = {
  prefix: 'staging/received/',
  endings: ['.xlsx', '.csv'],
  maxBytes: 10 * 1024 * 1024,
  wrongEnding: () => noFile(415),
  noFile: () => noFile(400),
};

interface UnitSheet {
  rows: SheetRow[];
  notes: SheetNotes | null;
}

/** Reads the rows of an uploaded sheet of units. The file is removed afterwards. */
export const readUnitSheet = (storage: Storage, request: FastifyRequest): Promise<UnitSheet> =>
  withReceivedFile(storage, request, expected, rowsOf);

async function rowsOf(file: string, name: string): Promise<UnitSheet> {
  const rows: SheetRow[] = [];
  let notes: SheetNotes | null = null;
  const note = (found: SheetNotes) => {
    notes = found;
  };
  // One row more than the maximum number of units: the column names.
  const limits = { maxRows: maxUnits + 1, maxColumns: widest, maxUnpacked: 200 << 20, maxText: 1 << 20 };
  for await (const batch of readSheet(file, { name, note, ...limits })) rows.push(...batch);
  const [first] = rows;
  if (!first) throw bookMessages.error(422, 'book.unit_no_data');
  const wide = rows.find(({ cells }) => cells.length > unitColumns.length);
  if (wide && isUnit(first.cells)) {
    const limit = unitColumns.length;
    throw new SheetError('sheet.too_many_columns', { limit, row: wide.row, column: columnName(limit) });
  }
  return { rows, notes };
}
