import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';
import { readCsv } from './csv-read.ts';
import { SheetError } from './sheet-error.ts';
import type { SheetReadOptions, SheetRow } from './sheet-rows.ts';
import { readXlsx } from './xlsx-read.ts';

export interface NamedSheetOptions extends SheetReadOptions {
  /** The name the file was uploaded under; its ending must fit what is inside. */
  name: string;
}

const endings: ReadonlyMap<string, 'xlsx' | 'csv'> = new Map([
  ['.xlsx', 'xlsx'],
  ['.xlsm', 'xlsx'],
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
  ['.txt', 'csv'],
]);
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const headLength = 4096;

/**
 * Reads an uploaded sheet, .xlsx or .csv as its bytes have it, row by row in batches; see readXlsx and readCsv for what
 * cells look like. Throws SheetError for whatever is wrong with the file, possibly after rows were handed out: use none
 * of them before the end.
 */
export async function* readSheet(file: string, options: NamedSheetOptions): AsyncGenerator<SheetRow[]> {
  const format = await sheetFormat(file);
  const expected = endings.get(extname(options.name).toLowerCase());
  if (expected === undefined) throw new SheetError('sheet.not_a_spreadsheet', {});
  if (expected !== format) throw new SheetError('sheet.wrong_extension', { name: options.name, format });
  yield* format === 'xlsx' ? readXlsx(file, options) : readCsv(file, options);
}

async function sheetFormat(file: string): Promise<'xlsx' | 'csv'> {
  const handle = await open(file);
  try {
    const head = await bytesAt(handle, 0, headLength);
    if (head.subarray(0, 2).toString('latin1') === 'PK') return 'xlsx';
    if (head.subarray(0, 8).equals(compoundFile)) throw await compoundRefusal(handle, head);
    const isUtf16 = head.length > 1 && [0xfeff, 0xfffe].includes(head.readUInt16BE(0));
    if (!isUtf16 && head.includes(0)) throw new SheetError('sheet.not_a_spreadsheet', {});
    return 'csv';
  } finally {
    await handle.close();
  }
}

/**
 * Old .xls workbooks and encrypted ones share a container. Only the encrypted have an entry of this name in its directory,
 * whose place the container's header tells.
 */
async function compoundRefusal(handle: FileHandle, head: Buffer): Promise<SheetError> {
  const sector = head.length < 52 ? 0 : 2 ** head.readUInt16LE(30);
  const directory = sector === 0 ? head : await bytesAt(handle, (head.readUInt32LE(48) + 1) * sector, headLength);
  if (directory.includes(Buffer.from('EncryptedPackage', 'utf16le'))) return new SheetError('sheet.encrypted', {});
  return new SheetError('sheet.unsupported_format', { format: 'xls' });
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
