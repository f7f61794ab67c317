import { plainForm } from '#kernel/text/text-forms.rules.ts';

export const isbnFields = ['isbn_print', 'isbn_spindle'] as const;
export type IsbnField = (typeof isbnFields)[number];

const form = /^(\d{9}[\dX]|\d{13})$/;
const separators = /[,;|\n]|\/(?=\s*97[89])/;
const dashes = /[-\s\u2010-\u2015\u2212]/g;

/** What is written, in plain figures: full-width ones are read, hyphens and spaces are only for readability. */
const figures = (text: string): string => plainForm(text).replace(dashes, '').toUpperCase();

/** An ISBN without its hyphens, so that two spellings of one number compare as equal; any other text as it is. */
export function readIsbn(text: string): string {
  const read = figures(text);
  return form.test(read) ? read : text;
}

/** The spellings of the number that a text is: an ISBN-10 and its ISBN-13 are one. None if it is no ISBN. */
export function spellingsOfIsbn(text: string): string[] {
  const isbn = figures(text);
  if (!form.test(isbn)) return [];
  if (!hasCheckDigit(isbn)) return [isbn];
  if (isbn.length === 10) return [isbn, withCheckDigit(`978${isbn.slice(0, 9)}`)];
  return isbn.startsWith('978') ? [isbn, withCheckDigit(isbn.slice(3, 12))] : [isbn];
}

/** The number that a stored ISBN is, the same for both of its spellings; any other text as it is. As `isbn13` in SQL. */
export function numberOfIsbn(text: string): string {
  return text.length === 10 && form.test(text) ? (spellingsOfIsbn(text)[1] ?? text) : text;
}

export type IsbnFault = 'two' | 'prefix' | 'code' | 'check' | 'length';

/** What is wrong with an ISBN; null if nothing is. */
export function faultOfIsbn(text: string): IsbnFault | null {
  const isbn = figures(text);
  if (form.test(isbn)) return hasCheckDigit(isbn) ? null : 'check';
  if (isbnsIn(text).length > 1) return 'two';
  if (/^E?ISBN/.test(isbn)) return 'prefix';
  return form.test(isbn.split('/')[0] ?? '') ? 'code' : 'length';
}

/** The ISBN with the check digit that its other figures have; null if the text is no ISBN. */
export function withRightCheckDigit(text: string): string | null {
  const isbn = figures(text);
  return form.test(isbn) ? withCheckDigit(isbn.slice(0, -1)) : null;
}

/** The numbers of a text with several. */
export const isbnsIn = (text: string): string[] =>
  text.split(separators).flatMap((part) => (form.test(figures(part)) ? [figures(part)] : []));

function hasCheckDigit(isbn: string): boolean {
  return withCheckDigit(isbn.slice(0, -1)) === isbn;
}

function withCheckDigit(digits: string): string {
  const long = digits.length === 12;
  let sum = 0;
  for (const [index, digit] of Array.from(digits).entries())
    sum += Number(digit) * (long ? 1 + 2 * (index % 2) : 10 - index);
  const check = long ? (10 - (sum % 10)) % 10 : (11 - (sum % 11)) % 11;
  return digits + (check === 10 ? 'X' : check);
}
