/**
 * Spreadsheet programs run a cell of a CSV file as a formula when its text begins with one of = + - @, in half width or
 * full width; a tab or line break before it does not stop all of them. A program set to a country that separates by ';'
 * knows the quotes of our comma-separated cells only at the beginning of a line: to it, what follows a semicolon, a tab
 * or a line break inside a cell begins a cell as well, a quote before it or not.
 *
 * Guarded, such a text gets an apostrophe at that place, the mark by which people themselves write "this is text": it
 * stays readable, and nothing else of it changes. A text that already looks guarded gets one more, so that reading takes
 * back exactly what writing added.
 *
 * Numbers typed as numbers need none of this, and neither does .xlsx, where a cell says of itself that it is text.
 */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const unguarded = /^'*[=+\-@＝＋－＠]|(?<=[;\t\r\n])['"]*[=+\-@＝＋－＠]|^'*[\t\r\n]/g;
const guarded = /^'('*[=+\-@＝＋－＠])|(?<=[;\t\r\n])'(['"]*[=+\-@＝＋－＠])|^'('*[\t\r\n])/g;

export function startsFormula(text: string): boolean {
  return formula.test(text);
}

export function guardFormula(text: string): string {
  return text.replace(unguarded, "'$&");
}

export function unguardFormula(text: string): string {
  return text.includes("'") ? text.replace(guarded, '$1$2$3') : text;
}
