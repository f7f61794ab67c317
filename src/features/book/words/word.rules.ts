/** A word as it is stored: lower case, white space as underscores. */
export const normalizeWord = (text: string): string =>
  text.normalize('NFC').trim().toLowerCase().replaceAll(/\s+/g, '_');

/** A stored word as people read it. */
export const readableWord = (word: string): string => word.replaceAll('_', ' ');

/** The most characters a word may have. */
export const longestWord = 100;
