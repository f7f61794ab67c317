import { cleanTitle } from '#kernel/text/text-forms.rules.ts';

// Unicode treats the next-line character (U+0085) as white space; JavaScript does not.
const whiteSpace = /[\s\u0085]+/g;

/** A word as stored: lower case, the Turkish İ as i, white space of any kind as underscores. */
export const normalizeWord = (text: string): string =>
  cleanTitle(text.replaceAll(whiteSpace, ' ')).toLowerCase().replaceAll('i\u0307', 'i').replaceAll(' ', '_');

/** Stored words may not contain control characters other than white space. */
export const plainWord = /^[^\p{Cc}]*$/u;

/** A stored word as shown to people. */
export const readableWord = (word: string): string => word.replaceAll('_', ' ');

/** The maximum length of a word. Characters. */
export const longestWord = 100;
