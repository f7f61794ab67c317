import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile, ZipPassThrough } from 'fflate';
import { guardApostrophe, startsFormula } from '../text/formula-guard.rules.ts';
import { columnName } from './column-name.rules.ts';
import { SheetError } from './sheet-error.ts';
import { sheetLimits } from './sheet-rows.ts';
import { numberOf, type SheetValue } from './sheet-value.ts';
import { ColumnWidths } from './xlsx-columns.ts';
import { CellStyles, fixedParts, quotedStyle, sheetEnd, sheetPart, sheetStart, xmlText } from './xlsx-package.ts';

const maxRows = 1_048_576;
const maxColumns = 16_384;
/** Without the zip64 extension, neither a part nor the whole zip may be larger. */
const maxZip = 2 ** 32 - 1;
/** A sheet ends well before that: the margin far exceeds the data in flight between reading and compressing rows. */
const maxSheet = maxZip - 2 ** 28;
const blockLength = 1 << 16;
/** The earliest date a zip supports, so that equal rows give equal files. */
const mtime = new Date(1980, 0, 1);

/**
 * Writes rows as an .xlsx file, in blocks, without holding it in memory. Rows that do not fit into a sheet continue on
 * the next, below the same heading, which is the first row. Strings become text cells, which no program runs as
 * formulas; those that look like one are marked as quoted, so that they stay text when edited. Numbers become numbers,
 * days, times and amounts numbers with their format, `null` and '' empty cells.
 *
 * Content that a cell cannot hold is dropped: control characters, and text beyond 32,767 characters (which then ends in
 * '…'). Throws SheetError for too many columns for a sheet, or too many rows for a zip.
 */
export async function* writeXlsx(
  rows: AsyncIterable<readonly SheetValue[]>,
  {
    sheet,
    sheetRows = maxRows,
    sheetBytes = maxSheet,
    zipBytes = maxZip,
  }: { sheet: string; sheetRows?: number; sheetBytes?: number; zipBytes?: number },
): AsyncGenerator<Uint8Array> {
  const out: Uint8Array[] = [];
  let written = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written += chunk.length;
    if (written > zipBytes) throw tooLarge(zipBytes);
    out.push(chunk);
  });
  const source = new RowSource(rows);
  const styles = new CellStyles();
  let sheets = 0;
  try {
    do {
      const part: ZipInputFile = { filename: sheetPart(++sheets), size: 0, crc: 0, compression: 8, mtime };
      zip.add(part);
      for await (const chunk of packed(
        part,
        sheetXml(
          source.take(sheetRows, () => part.size >= sheetBytes),
          styles,
        ),
      )) {
        part.ondata?.(null, chunk, false);
        yield* out.splice(0);
      }
      part.ondata?.(null, new Uint8Array(), true);
    } while (source.hasMore);
  } finally {
    await source.end();
  }
  // These parts come last: only now are the number of sheets and the formats of their cells known.
  for (const [name, xml] of fixedParts(sheet, sheets, styles)) {
    const part = Object.assign(new ZipPassThrough(name), { mtime });
    zip.add(part);
    part.push(Buffer.from(xml), true);
  }
  zip.end();
  yield* out.splice(0);
}

/** Rows that several sheets consume one after another; each sheet starts with the very first row. */
class RowSource {
  /** Whether there are rows not yet taken by a sheet. */
  hasMore = false;
  private readonly rows: AsyncIterator<readonly SheetValue[]>;
  private heading: readonly SheetValue[] | undefined;
  private next: readonly SheetValue[] | undefined;

  constructor(rows: AsyncIterable<readonly SheetValue[]>) {
    this.rows = rows[Symbol.asyncIterator]();
  }

  /** Up to this many rows, fewer if there is no more room. */
  async *take(limit: number, isFull: () => boolean): AsyncGenerator<readonly SheetValue[]> {
    this.heading ??= await this.read();
    if (this.heading === undefined) return;
    yield this.heading;
    for (let count = 1; count < limit && (count === 1 || !isFull()); count++) {
      const row = this.next ?? (await this.read());
      this.next = undefined;
      if (row === undefined) return;
      yield row;
    }
    this.next ??= await this.read();
    this.hasMore = this.next !== undefined;
  }

  async end(): Promise<void> {
    await this.rows.return?.();
  }

  private async read(): Promise<readonly SheetValue[] | undefined> {
    const { done, value } = await this.rows.next();
    if (done) this.hasMore = false;
    return done ? undefined : value;
  }
}

/**
 * Compresses off the main thread, and computes the part's size and checksum, which the zip stores after it. Does nothing
 * between two blocks: rows are read at the pace of whoever takes the blocks.
 */
async function* packed(part: ZipInputFile, xml: AsyncIterable<string>): AsyncGenerator<Buffer<ArrayBuffer>> {
  const deflate = createDeflateRaw({ level: 1, chunkSize: blockLength });
  const out: Buffer<ArrayBuffer>[] = [];
  deflate.on('data', (chunk: Buffer<ArrayBuffer>) => void out.push(chunk));
  try {
    for await (const block of xml) {
      const bytes = Buffer.from(block);
      part.size += bytes.length;
      part.crc = crc32(bytes, part.crc);
      if (part.size > maxZip) throw tooLarge(maxZip);
      await new Promise<void>((resolve, reject) => {
        deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
      yield* out.splice(0);
    }
    const ended = once(deflate, 'end');
    deflate.end();
    await ended;
    yield* out.splice(0);
  } finally {
    deflate.destroy();
  }
}

const tooLarge = (limit: number) => new SheetError('sheet.too_large', { limit: Math.ceil(limit / 2 ** 20) });

async function* sheetXml(rows: AsyncIterable<readonly SheetValue[]>, styles: CellStyles): AsyncGenerator<string> {
  const letters: string[] = [];
  // Columns stand before the rows: the rows of the first block say how wide they are.
  let widths: ColumnWidths | null = new ColumnWidths();
  let block = '';
  let number = 0;
  for await (const row of rows) {
    block += rowXml(row, ++number, { letters, styles });
    widths?.add(row);
    if (block.length < blockLength) continue;
    yield widths ? sheetStart(widths) + block : block;
    block = '';
    widths = null;
  }
  yield (widths ? sheetStart(widths) + block : block) + sheetEnd;
}

interface Written {
  letters: string[];
  styles: CellStyles;
}

function rowXml(row: readonly SheetValue[], number: number, { letters, styles }: Written): string {
  if (row.length > maxColumns) {
    const column = columnName(row.length - 1);
    throw new SheetError('sheet.too_many_columns', { limit: maxColumns, row: number, column });
  }
  while (letters.length < row.length) letters.push(columnName(letters.length));
  return `<row r="${number}">${row.map((value, column) => cellXml(`${letters[column]}${number}`, value, styles)).join('')}</row>`;
}

function cellXml(name: string, value: SheetValue, styles: CellStyles): string {
  if (value === null || value === '') return '';
  if (typeof value === 'object') return `<c r="${name}" s="${styles.of(value.format)}"><v>${numberOf(value)}</v></c>`;
  if (typeof value === 'number' && Number.isFinite(value)) return `<c r="${name}"><v>${value}</v></c>`;
  const text = String(value);
  const style = startsFormula(text) ? ` s="${quotedStyle}"` : '';
  return `<c r="${name}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(fitting(guardApostrophe(text)))}</t></is></c>`;
}

function fitting(text: string): string {
  return text.length > sheetLimits.maxCell ? `${text.slice(0, sheetLimits.maxCell - 1)}…` : text;
}
