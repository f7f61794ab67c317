// Unicode counts the next-line character (U+0085) as white space, JavaScript does not.
const whiteSpace = /[\s\u0085]+/g;

/** A word as it is stored: lower case, white space of any kind as underscores. */
export const normalizeWord = (text: string): string =>
  text.normalize('NFC').replaceAll(whiteSpace, ' ').trim().toLowerCase().replaceAll(' ', '_');

/** What a stored word may not hold: control characters that are no white space. */
export const plainWord = /^[^\p{Cc}]*$/u;

/** A stored word as people read it. */
export const readableWord = (word: string): string => word.replaceAll('_', ' ');

/** The most characters a word may have. */
export const longestWord = 100;
