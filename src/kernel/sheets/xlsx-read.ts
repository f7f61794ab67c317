import { notCalculated } from '../text/spreadsheet-fault.rules.ts';
import { type XmlAttributes, XmlError, type XmlFault, type XmlHandler } from '../xml/xml-scan.ts';
import { SheetError } from './sheet-error.ts';
import { SheetNoter } from './sheet-notes.ts';
import { limitsOf, RowBatch, type SheetReadOptions, type SheetRow } from './sheet-rows.ts';
import { isoText, type NumberFormat, numberText } from './xlsx-number.ts';
import { scanPart } from './xlsx-part.ts';
import { cellText, maxRawCell, readStrings, type SharedStrings } from './xlsx-strings.ts';
import { readFormats } from './xlsx-styles.ts';
import { openWorkbook } from './xlsx-workbook.ts';
import { openZip } from './zip-parts.ts';

/**
 * Reads a sheet of an .xlsx file row by row, in batches of about 64 KB of XML, without holding the sheet in memory.
 *
 * Cells are returned as displayed: numbers in full, dates as ISO, booleans as TRUE and FALSE, errors as '#N/A',
 * formulas as their stored result (never evaluated; `notCalculated` without one), merged ranges as their first cell. Empty rows are
 * skipped. Throws SheetError, possibly after yielding rows: use none of them before the end.
 *
 * A cell keeps the text of its whole batch in memory; copy what a large run must keep.
 */
export async function* readXlsx(file: string, options: SheetReadOptions = {}): AsyncGenerator<SheetRow[]> {
  const limits = limitsOf(options);
  const parts = await openZip(file, limits.maxUnpacked);
  try {
    const book = await openWorkbook(parts, options);
    const strings = await readStrings(parts, book.stringsPart, limits.maxTexts);
    const formats = await readFormats(parts, book.stylesPart);
    const batch = new RowBatch(limits);
    const noter = new SheetNoter(limits.maxColumns);
    const handler = new SheetHandler(batch, noter, { strings, formats, date1904: book.date1904 });
    const scan = scanPart(parts, book.sheetPart, handler, {
      maxBytes: limits.maxUnpacked,
      locate: (fault) => handler.locate(fault),
    });
    for await (const _ of scan) {
      const rows = batch.take();
      if (rows.length > 0) yield rows;
    }
    if (!noter.isEmpty) options.note?.(noter.notes);
  } finally {
    parts.close();
  }
}

interface CellContext {
  strings: SharedStrings;
  formats: readonly (NumberFormat | undefined)[];
  date1904: boolean;
}

class SheetHandler implements XmlHandler {
  wantsText = false;
  readonly #batch: RowBatch;
  readonly #noter: SheetNoter;
  readonly #context: CellContext;
  #inRows = false;
  #inRow = false;
  #hidden = false;
  #inCell = false;
  #phonetic = false;
  #column = -1;
  #type = 'n';
  #style: string | undefined;
  #value = '';
  /** The cell has a formula, and no result was read yet. */
  #uncalculated = false;

  constructor(batch: RowBatch, noter: SheetNoter, context: CellContext) {
    this.#batch = batch;
    this.#noter = noter;
    this.#context = context;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'c') {
      if (this.#inRow) this.#openCell(attributes);
    } else if (name === 'v' || name === 't') {
      this.wantsText = this.#inCell && !this.#phonetic;
      this.#uncalculated = false;
    } else if (name === 'f') {
      this.#uncalculated = this.#inCell;
    } else if (name === 'row') {
      if (this.#inRows) this.#openRow(attributes);
    } else if (name === 'rPh') this.#phonetic = true;
    else if (name === 'sheetData') this.#inRows = true;
    else if (name === 'mergeCell') this.#noter.merge(attributes.get('ref') ?? '');
    else if (name === 'col' && isHidden(attributes, 'width'))
      this.#noter.hideColumns(Number(attributes.get('min')), Number(attributes.get('max')));
  }

  text(text: string): void {
    this.#value = this.#value === '' ? text : this.#value + text;
    if (this.#value.length > maxRawCell) throw this.#batch.tooLong(this.#column);
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.wantsText = false;
    else if (name === 'c') {
      if (this.#uncalculated) this.#batch.add(this.#column, notCalculated);
      else if (this.#inCell && this.#value !== '') this.#batch.add(this.#column, this.#shown());
      this.#inCell = false;
      this.#uncalculated = false;
    } else if (name === 'row') {
      if (this.#hidden && this.#batch.isFilled) this.#noter.notes.hiddenRows.push(this.#batch.row);
      if (this.#inRow) this.#batch.end();
      this.#inRow = false;
    } else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'sheetData') this.#inRows = false;
  }

  /** Adds the cell's place to errors that people can correct; other errors name the part. */
  locate(fault: XmlFault): SheetError | undefined {
    if (!this.#inCell) return undefined;
    if (fault === 'oversized') return this.#batch.tooLong(this.#column);
    if (fault !== 'illegal_character') return undefined;
    return new SheetError('sheet.illegal_character', this.#batch.positionOf(this.#column));
  }

  /** Rows and cells may omit their reference, and then follow the previous one; they never go back. */
  #openRow(attributes: XmlAttributes): void {
    const given = attributes.get('r');
    const row = given === undefined ? this.#batch.row + 1 : Number(given);
    if (this.#inRow || !Number.isInteger(row) || row <= this.#batch.row) throw new XmlError('malformed');
    this.#batch.start(row);
    this.#inRow = true;
    this.#hidden = isHidden(attributes, 'ht');
    this.#column = -1;
  }

  #openCell(attributes: XmlAttributes): void {
    const reference = attributes.get('r');
    const column = reference === undefined ? this.#column + 1 : columnOf(reference);
    if (this.#inCell || column <= this.#column) throw new XmlError('malformed');
    this.#column = column;
    this.#type = attributes.get('t') ?? 'n';
    this.#style = attributes.get('s');
    this.#value = '';
    this.#inCell = true;
  }

  #shown(): string {
    const value = this.#value;
    switch (this.#type) {
      case 's':
        return legal(this.#shared(value));
      case 'str':
      case 'inlineStr':
        return legal(cellText(value));
      case 'b':
        return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
      case 'e':
        return value;
      case 'd':
        return isoText(value);
      default:
        return numberText(value, this.#format(), this.#context.date1904);
    }
  }

  #format(): NumberFormat | undefined {
    return this.#style === undefined ? undefined : this.#context.formats[Number(this.#style)];
  }

  #shared(number: string): string | undefined {
    const index = Number(number);
    if (!(index in this.#context.strings)) throw new XmlError('malformed');
    return this.#context.strings[index];
  }
}

/** Hidden, as filters do too, or without any size. */
const isHidden = (attributes: XmlAttributes, size: 'ht' | 'width'): boolean => {
  const hidden = attributes.get('hidden');
  return hidden === '1' || hidden === 'true' || attributes.get(size) === '0';
};

function legal(text: string | undefined): string {
  if (text === undefined) throw new XmlError('illegal_character');
  return text;
}

/** The column, from 0, of a reference such as AB12. */
function columnOf(reference: string): number {
  let column = 0;
  let i = 0;
  for (; i < reference.length; i++) {
    const code = reference.charCodeAt(i);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  if (i === 0 || i > 3 || i === reference.length) throw new XmlError('malformed');
  return column - 1;
}
