import { isMoment, plainValue, type SheetValue } from './sheet-value.ts';

// Widths are in digits of the standard font. A number in too narrow a column is shown as #####.
const least = 10;
const most = 60;
const leastOfNumbers = 12;
// Rows that are not measured may have longer ones: it takes any time, and any price of up to twelve digits.
const leastOfAmounts = 24;
const margin = 2;

/** How wide the columns of a sheet are, by the rows that were added. */
export class ColumnWidths {
  readonly #headings: number[] = [];
  readonly #cells: number[] = [];
  #isHeading = true;

  /** Adds a row; the first one has the headings. */
  add(row: readonly SheetValue[]): void {
    const widths = this.#isHeading ? this.#headings : this.#cells;
    this.#isHeading = false;
    for (const [column, value] of row.entries()) {
      if (value !== null && value !== '') widths[column] = Math.max(widths[column] ?? 0, widthOf(value));
    }
  }

  xml(): string {
    const count = Math.max(this.#headings.length, this.#cells.length);
    if (count === 0) return '';
    const columns = Array.from({ length: count }, (_, column) => {
      const width = Math.max(this.#headings[column] ?? 0, this.#cells[column] ?? leastOfAmounts, least);
      const at = column + 1;
      return `<col min="${at}" max="${at}" width="${Math.min(width, most) + margin}" customWidth="1"/>`;
    });
    return `<cols>${columns.join('')}</cols>`;
  }
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g;

function widthOf(value: SheetValue): number {
  const text = String(plainValue(value));
  if (typeof value === 'number') return Math.max(text.length, leastOfNumbers);
  if (value !== null && typeof value === 'object') {
    // An amount is shown with its currency and its thousands apart.
    return isMoment(value) ? text.length : Math.max(Math.ceil((text.length * 4) / 3) + 4, leastOfAmounts);
  }
  const shown = text.slice(0, most).split('\n', 1)[0] ?? '';
  return shown.length + (shown.match(wide)?.length ?? 0);
}
