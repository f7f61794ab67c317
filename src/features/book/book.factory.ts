import type { BookRow } from './record/book.contract.ts';

/** The ISBN-13 with this prefix and number, with a valid check digit. */
function isbn(prefix: string, n: number): string {
  const digits = prefix + String(n).padStart(12 - prefix.length, '0');
  const sum = Array.from(digits).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return digits + String((10 - (sum % 10)) % 10);
}

/** A valid row of a bulk call, for tests and the sample library. */
export function bookRow(n: number, over: Partial<BookRow> = {}): BookRow {
  return {
    bid: `B${n}`,
    title: `Book ${n}`,
    series: 'First readers',
    level: 'Level 1',
    isbn_print: isbn('978', n),
    isbn_spindle: isbn('979', n),
    ...over,
  };
}
