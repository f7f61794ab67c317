/** A range such as 'A2:AM': from a row onwards, between two columns. */
export interface SheetRange {
  from: string;
  to: string;
  firstRow: number;
  /** The number of columns. */
  columns: number;
}

/** Throws RangeError for any other format: ranges come from the product, not from people. */
export function parseRange(text: string): SheetRange {
  const [, from, row, to] = /^([A-Z]{1,3})([1-9]\d{0,6}):([A-Z]{1,3})$/.exec(text) ?? [];
  if (from === undefined || to === undefined) throw new RangeError(`${text} is no range such as A2:AM`);
  return { from, to, firstRow: Number(row), columns: columnNumber(to) - columnNumber(from) + 1 };
}

/** Some of its rows in the notation of the read protocol: 'ISBN Meta'!A2:AM5001. */
export function stretchOf(sheet: string, { from, to }: SheetRange, first: number, last: number): string {
  return `'${sheet.replaceAll("'", "''")}'!${from}${first}:${to}${last}`;
}

const columnNumber = (letters: string) =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
