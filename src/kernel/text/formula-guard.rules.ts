import { isChangedBySpreadsheet } from './spreadsheet-fault.rules.ts';

/**
 * Spreadsheet programs run a CSV cell as a formula if its text starts with = + - @, in half or full width; some do so
 * even after a leading tab or line break. A program whose locale separates by ';' recognizes the quotes of our
 * comma-separated cells only at the start of a line: for it, text after a semicolon, tab or line break inside a cell
 * starts a new cell, with or without a quote before it.
 *
 * They also take a text for a number or a date, and lose its zeros or digits: an id `00123`, a code `5204329933E5`.
 *
 * A guarded text gets an apostrophe at that place, as people themselves write to mark text: it stays readable and is
 * otherwise unchanged. A text that already looks guarded gets one more, so that reading removes exactly what writing
 * added.
 *
 * Numbers stored as numbers do not need this, nor does .xlsx, where the cell type says that it is text. But a CSV that
 * people open and save as .xlsx keeps its apostrophes, so they are removed from both; .xlsx files of ours have one more
 * only where the text itself looks guarded.
 */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const unguarded = /^'*[=+\-@＝＋－＠]|(?<=[;\t\r\n])['"]*[=+\-@＝＋－＠]|^'*[\t\r\n]/g;
const guarded = /^'('*[=+\-@＝＋－＠])|(?<=[;\t\r\n])'(['"]*[=+\-@＝＋－＠])|^'('*[\t\r\n])/g;

/** Whether a spreadsheet program would change this text, with any apostrophes that stand before it. */
const isChanged = (text: string): boolean =>
  isChangedBySpreadsheet(text.startsWith("'") ? text.replace(/^'+/, '') : text);

const isGuardedValue = (text: string): boolean => text.startsWith("'") && isChanged(text);

/** Whether a spreadsheet program would run this text as a formula. */
export function startsFormula(text: string): boolean {
  return formula.test(text);
}

/** The text as it is written to a CSV cell. */
export function guardText(text: string): string {
  return isChanged(text) ? `'${text}` : text.replace(unguarded, "'$&");
}

/** The text as it was before it was guarded. */
export function unguardText(text: string): string {
  if (!text.includes("'")) return text;
  return isGuardedValue(text) ? text.slice(1) : text.replace(guarded, '$1$2$3');
}

/** The text as it is written to a text cell of .xlsx, so that reading does not take an apostrophe of its own. */
export function guardApostrophe(text: string): string {
  if (!text.includes("'")) return text;
  return isGuardedValue(text) ? `'${text}` : text.replace(guarded, "'$&");
}
