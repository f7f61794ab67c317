/**
 * The forms of a text. What people type or paste looks the same in several spellings: composed or not, in full or half
 * width, with blanks of other kinds, with marks that nobody sees. Stored are {@link cleanTitle} and {@link cleanText};
 * codes, numbers and dates are read from {@link plainForm}; texts are compared and searched by {@link fold}.
 */

// Soft hyphen, marks of direction, spaces and joiners without width. Those that shape letters and emoji (U+200C, U+200D) stay.
// As characters of a class, for patterns of the database too.
export const unseenMarks = String.raw`\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff`;
const unseen = new RegExp(`[${unseenMarks}]`, 'g');

/** Every space but the plain one, as characters of a class. */
export const otherSpaces = String.raw`\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000`;

const anySpace = new RegExp(`[ ${otherSpaces}]+`, 'g');

/** A text of several lines as it is stored: composed and trimmed. Its marks of direction are of use. */
export const cleanText = (text: string): string => text.normalize('NFC').trim();

/** A text of one line as it is stored, such as a title: also without what nobody sees, and with one plain space between words. */
export const cleanTitle = (text: string): string => cleanText(text.replace(unseen, '')).replace(anySpace, ' ');

/** A text in half width, for reading codes, numbers and dates from it. */
export const plainForm = (text: string): string => text.replace(unseen, '').normalize('NFKC');

/** An id of a record that staff choose, as it is stored: in half width, as they type it in between Korean and Japanese. */
export const cleanId = (text: string): string => cleanTitle(plainForm(text));

const smallLetters = (text: string): string => text.normalize('NFKD').toLowerCase().replaceAll('ı', 'i');

/** Small letters in half width without accents, and i for the Turkish ı, whose capital is I. Syllables stay whole. */
export const foldLetters = (text: string): string =>
  smallLetters(text)
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

// Accents; apostrophes, hyphens, dashes and middle dots, which are written in several ways or left out; what nobody sees.
const marks =
  /[\ufe0e-\ufe0f\u0300-\u036f'`ʹʼʻ‘’‛′\-‐‑‒–—―−·・\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
// An apostrophe and a middle dot whose compatible forms are a space and a vowel.
const compatibleMarks = /[´ㆍ]/g;

/**
 * A text as it is compared and searched: {@link foldLetters} without apostrophes, hyphens and what else is written in
 * several ways, so that "spiderman" is in "Spider-Man". The database has the same as `strip`, in another composition.
 */
export const fold = (text: string): string =>
  smallLetters(text.replace(compatibleMarks, "'")).replace(marks, '').replaceAll('&', 'and').normalize('NFC');
