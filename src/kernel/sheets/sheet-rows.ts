import { columnName } from './column-name.rules.ts';
import { SheetError } from './sheet-error.ts';
import type { SheetNotes } from './sheet-notes.ts';

/** One non-empty row. `row` is the row number shown in the sheet, from 1; `cells` ends with the last filled cell. */
export interface SheetRow {
  row: number;
  cells: string[];
}

interface SheetLimits {
  /** Non-empty rows, including the header. */
  maxRows: number;
  /** Non-empty columns; trailing empty cells are ignored. */
  maxColumns: number;
  /** Characters of a cell, as JavaScript and Excel count them. */
  maxCell: number;
  /** Bytes of all unpacked parts of an .xlsx file. */
  maxUnpacked: number;
  /** Bytes the shared texts of an .xlsx file may take in memory. */
  maxTexts: number;
  /** Characters of all cells; a shared text counts every time it is used. */
  maxText: number;
}

export interface SheetReadOptions extends Partial<SheetLimits> {
  /**
   * The name of the sheet to read from an .xlsx file; by default, or if there is no sheet with this name, the first
   * visible one is read.
   */
  sheet?: string;
  /** Refuses a file without a sheet with that name. */
  strictSheet?: boolean;
  /** Called at the end of a sheet in which something is hidden or merged. */
  note?: (notes: SheetNotes) => void;
}

export const sheetLimits: Readonly<SheetLimits> = {
  maxRows: 100_001,
  maxColumns: 256,
  maxCell: 32_767,
  maxUnpacked: 2 ** 30,
  maxTexts: 2 ** 28,
  maxText: 64 * 2 ** 20,
};

/** The limits of a read: those given, otherwise {@link sheetLimits}. */
export function limitsOf(options: SheetReadOptions): SheetLimits {
  return {
    maxRows: options.maxRows ?? sheetLimits.maxRows,
    maxColumns: options.maxColumns ?? sheetLimits.maxColumns,
    maxCell: options.maxCell ?? sheetLimits.maxCell,
    maxUnpacked: options.maxUnpacked ?? sheetLimits.maxUnpacked,
    maxTexts: options.maxTexts ?? sheetLimits.maxTexts,
    maxText: options.maxText ?? sheetLimits.maxText,
  };
}

/** Collects cells into rows, in order, and enforces the limits. Both readers fill one and pass on its rows. */
export class RowBatch {
  readonly #limits: SheetLimits;
  #rows: SheetRow[] = [];
  #cells: string[] = [];
  #row = 0;
  #count = 0;
  #text = 0;

  constructor(limits: SheetLimits) {
    this.#limits = limits;
  }

  get row(): number {
    return this.#row;
  }

  /** Whether the current row has a cell with text. */
  get isFilled(): boolean {
    return this.#cells.length > 0;
  }

  start(row: number): void {
    this.#row = row;
    this.#cells = [];
  }

  /** Columns count from 0 and must increase. */
  add(column: number, text: string): void {
    if (text === '') return;
    const { maxColumns, maxCell, maxText } = this.#limits;
    if (column >= maxColumns) {
      throw new SheetError('sheet.too_many_columns', { limit: maxColumns, ...this.positionOf(column) });
    }
    if (text.length > maxCell) throw this.tooLong(column);
    this.#text += text.length;
    if (this.#text > maxText) throw new SheetError('sheet.too_much_text', { limit: maxText / 2 ** 20, row: this.#row });
    while (this.#cells.length < column) this.#cells.push('');
    this.#cells.push(text);
  }

  end(): void {
    if (this.#cells.length === 0) return;
    if (++this.#count > this.#limits.maxRows) {
      throw new SheetError('sheet.too_many_rows', { limit: this.#limits.maxRows });
    }
    this.#rows.push({ row: this.#row, cells: this.#cells });
  }

  take(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  positionOf(column: number): { row: number; column: string } {
    return { row: this.#row, column: columnName(column) };
  }

  tooLong(column: number): SheetError {
    return new SheetError('sheet.cell_too_long', { limit: this.#limits.maxCell, ...this.positionOf(column) });
  }
}
