/**
 * Spreadsheet programs run a cell of a CSV file as a formula when its text begins with one of these, in half width or
 * full width; a tab or line break before it does not stop all of them.
 *
 * Guarded, such a text gets an apostrophe in front, the mark by which people themselves write "this is text". A text
 * that already looks guarded gets one more, so that reading takes back exactly what writing added.
 *
 * Numbers typed as numbers need none of this, and neither does .xlsx, where a cell says of itself that it is text.
 */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/;

export function startsFormula(text: string): boolean {
  return formula.test(text);
}

export function guardFormula(text: string): string {
  return formula.test(text) || guarded.test(text) ? `'${text}` : text;
}

export function unguardFormula(text: string): string {
  return text.startsWith("'") && guarded.test(text) ? text.slice(1) : text;
}
