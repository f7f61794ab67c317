import { bookFields } from '#features/book/book-fields.public.ts';

/** The cells of a valid row by field name; every number gives a different book. */
export function importRow(n: number, over: Record<string, string> = {}): Record<string, string> {
  return {
    bid: `B${String(n).padStart(4, '0')}`,
    format: 'SPINDLE',
    title: `The ${n}th Lantern`,
    series: 'Lanterns',
    level: `Level ${1 + (n % 3)}`,
    isbn_print: isbn13(9_780_000_000_000 + n * 10),
    isbn_spindle: isbn13(9_790_000_000_000 + n * 10),
    author: 'Ada Penrose',
    ...over,
  };
}

/** Completes twelve digits (the last is ignored) with their check digit. */
function isbn13(number: number): string {
  const digits = String(number).slice(0, 12);
  const sum = Array.from(digits).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return digits + String((10 - (sum % 10)) % 10);
}

/** A CSV file in the layout of 'ISBN Meta'. */
export function importCsv(rows: readonly Record<string, string>[]): string {
  const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = rows.map((row) => bookFields.map(({ name }) => quote(row[name] ?? '')).join(','));
  return [bookFields.map(({ name }) => name).join(','), ...lines].join('\n');
}
