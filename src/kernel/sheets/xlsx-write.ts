import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile, ZipPassThrough } from 'fflate';
import { startsFormula } from './formula-guard.ts';
import { SheetError } from './sheet-error.ts';
import { columnName, sheetLimits } from './sheet-rows.ts';
import { fixedParts, quotedStyle, sheetEnd, sheetPart, sheetStart, xmlText } from './xlsx-package.ts';

export type SheetValue = string | number | null;

const maxRows = 1_048_576;
const maxColumns = 16_384;
/** A zip without its 64-bit extension holds no larger part. */
const maxPart = 2 ** 32 - 1;
const blockLength = 1 << 16;
/** The first day a zip knows, so that equal rows give equal files. */
const mtime = new Date(1980, 0, 1);

/**
 * Writes rows as an .xlsx file of one sheet, in blocks, without holding it in memory. Strings become text cells, which no
 * program runs as a formula; those that look like one are marked as quoted, so that they stay text when a person edits
 * them. Numbers become numbers, `null` and '' empty cells.
 *
 * What a cell cannot hold is left out: control characters, and what goes beyond 32,767 characters (then it ends in '…').
 * Throws SheetError where the rows are more than a sheet can hold.
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

/** Deflates off the main thread, and keeps the part's size and sum, which the zip records behind it. */
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
  // The iteration over the result rejects with whatever ended the pipeline.
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
