import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';
import { readCsv } from './csv-read.ts';
import { SheetError } from './sheet-error.ts';
import type { SheetReadOptions, SheetRow } from './sheet-rows.ts';
import { readXlsx } from './xlsx-read.ts';

export interface NamedSheetOptions extends SheetReadOptions {
  /** The name of the uploaded file; its extension must match its content. */
  name: string;
}

const endings: ReadonlyMap<string, 'xlsx' | 'csv'> = new Map([
  ['.xlsx', 'xlsx'],
  ['.xlsm', 'xlsx'],
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
  ['.txt', 'csv'],
]);
const zipMarks = ['504b0304', '504b0506'];
const compoundMark = 'd0cf11e0a1b11ae1';
const utf16Marks = ['fffe', 'feff'];
const headLength = 4096;

/**
 * Reads an uploaded sheet row by row in batches, as .xlsx or .csv depending on its bytes; see readXlsx and readCsv for
 * the cells. Throws SheetError for anything wrong with the file, possibly after yielding rows: use none of them before
 * the end.
 */
export async function* readSheet(file: string, options: NamedSheetOptions): AsyncGenerator<SheetRow[]> {
  const found = await sheetFormat(file);
  const named = endings.get(extname(options.name).toLowerCase());
  if (named === undefined) throw new SheetError('sheet.not_a_spreadsheet', {});
  const format = found ?? named;
  if (format !== named) throw new SheetError('sheet.wrong_extension', { name: options.name, format });
  yield* format === 'xlsx' ? readXlsx(file, options) : readCsv(file, options);
}

/** The format according to the content; undefined for an empty file, which may be either. */
async function sheetFormat(file: string): Promise<'xlsx' | 'csv' | undefined> {
  const handle = await open(file);
  try {
    const head = await bytesAt(handle, 0);
    if (head.length === 0) return undefined;
    if (zipMarks.includes(head.toString('hex', 0, 4))) return 'xlsx';
    if (head.toString('hex', 0, 8) === compoundMark) throw await compoundRefusal(handle, head);
    if (head.includes(0) && !utf16Marks.includes(head.toString('hex', 0, 2))) {
      throw new SheetError('sheet.not_a_spreadsheet', {});
    }
    return 'csv';
  } finally {
    await handle.close();
  }
}

/**
 * Old .xls workbooks and encrypted ones share a container format. Only encrypted ones have an entry of this name in the
 * directory; the header says where the directory is, in sectors of 512 or 4,096 bytes.
 */
async function compoundRefusal(handle: FileHandle, head: Buffer): Promise<SheetError> {
  const sectorBytes = head.length === headLength && head.readUInt16LE(30) === 12 ? 4096 : 512;
  const directory = head.length < 52 ? head : await bytesAt(handle, (head.readUInt32LE(48) + 1) * sectorBytes);
  if (directory.includes(Buffer.from('EncryptedPackage', 'utf16le'))) return new SheetError('sheet.encrypted', {});
  return new SheetError('sheet.unsupported_format', { format: 'xls' });
}

async function bytesAt(handle: FileHandle, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, position);
  return buffer.subarray(0, bytesRead);
}
