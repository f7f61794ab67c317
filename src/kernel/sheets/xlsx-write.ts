import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile, ZipPassThrough } from 'fflate';
import { columnName } from './column-name.rules.ts';
import { startsFormula } from './formula-guard.ts';
import { SheetError } from './sheet-error.ts';
import { sheetLimits } from './sheet-rows.ts';
import { fixedParts, quotedStyle, sheetEnd, sheetPart, sheetStart, xmlText } from './xlsx-package.ts';

export type SheetValue = string | number | null;

const maxRows = 1_048_576;
const maxColumns = 16_384;
/** A zip without the 64-bit extension cannot hold a larger part. */
const maxPart = 2 ** 32 - 1;
const blockLength = 1 << 16;
/** The earliest date a zip supports, so that equal rows give equal files. */
const mtime = new Date(1980, 0, 1);

/**
 * Writes rows as an .xlsx file with one sheet, in blocks, without holding it in memory. Strings become text cells,
 * which no program runs as formulas; those that look like one are marked as quoted, so that they stay text when edited.
 * Numbers become numbers, `null` and '' empty cells.
 *
 * What a cell cannot hold is dropped: control characters, and text beyond 32,767 characters (which then ends in '…').
 * Throws SheetError if the rows exceed what a sheet can hold.
 */
export async function* writeXlsx(
  rows: AsyncIterable<readonly SheetValue[]>,
  { sheet }: { sheet: string },
): AsyncGenerator<Uint8Array> {
  const out: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    out.push(chunk);
  });
  for (const [name, xml] of fixedParts(sheet)) {
    const part = Object.assign(new ZipPassThrough(name), { mtime });
    zip.add(part);
    part.push(Buffer.from(xml), true);
  }
  const part: ZipInputFile = { filename: sheetPart, size: 0, crc: 0, compression: 8, mtime };
  zip.add(part);
  for await (const chunk of packed(part, sheetXml(rows))) {
    part.ondata?.(null, chunk, false);
    yield* out.splice(0);
  }
  part.ondata?.(null, new Uint8Array(), true);
  zip.end();
  yield* out.splice(0);
}

/** Deflates off the main thread, and computes the part's size and checksum, which the zip stores after it. */
function packed(part: ZipInputFile, xml: AsyncIterable<string>): AsyncIterable<Buffer<ArrayBuffer>> {
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const block of xml) {
      const bytes = Buffer.from(block);
      part.size += bytes.length;
      part.crc = crc32(bytes, part.crc);
      if (part.size > maxPart) throw new SheetError('sheet.too_large', { limit: Math.ceil(maxPart / 2 ** 20) });
      yield bytes;
    }
  }
  // Iterating over the result rejects with the error that ended the pipeline.
  return pipeline(Readable.from(measured()), createDeflateRaw({ level: 1, chunkSize: blockLength }), () => {});
}

async function* sheetXml(rows: AsyncIterable<readonly SheetValue[]>): AsyncGenerator<string> {
  const letters: string[] = [];
  let block = sheetStart;
  let number = 0;
  for await (const row of rows) {
    if (++number > maxRows) throw new SheetError('sheet.too_many_rows', { limit: maxRows });
    block += rowXml(row, number, letters);
    if (block.length < blockLength) continue;
    yield block;
    block = '';
  }
  yield block + sheetEnd;
}

function rowXml(row: readonly SheetValue[], number: number, letters: string[]): string {
  if (row.length > maxColumns) {
    const column = columnName(row.length - 1);
    throw new SheetError('sheet.too_many_columns', { limit: maxColumns, row: number, column });
  }
  while (letters.length < row.length) letters.push(columnName(letters.length));
  return `<row r="${number}">${row.map((value, column) => cellXml(`${letters[column]}${number}`, value)).join('')}</row>`;
}

function cellXml(place: string, value: SheetValue): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number' && Number.isFinite(value)) return `<c r="${place}"><v>${value}</v></c>`;
  const text = String(value);
  const style = startsFormula(text) ? ` s="${quotedStyle}"` : '';
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(fitting(text))}</t></is></c>`;
}

function fitting(text: string): string {
  return text.length > sheetLimits.maxCell ? `${text.slice(0, sheetLimits.maxCell - 1)}…` : text;
}
