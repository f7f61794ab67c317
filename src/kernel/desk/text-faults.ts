import { type RawBuilder, sql } from 'kysely';
import { otherSpaces, unseenMarks } from '../text/text-forms.rules.ts';

/*
 * Texts that were stored before what people type was cleaned, as conditions on a column `text`. Tests compare them with the
 * functions that clean inputs.
 */

/** The kinds of faults of texts. */
export type TextFault = 'blank_ends' | 'odd_spaces' | 'decomposed';

const ends = String.raw`[ \t-\r\u2028\u2029${otherSpaces}]`;

/** The conditions on a text of one line: together they are what `cleanTitle` would change. */
export const titleFaults: Readonly<Record<TextFault, RawBuilder<boolean>>> = {
  blank_ends: sql<boolean>`text ~ ${sql.lit(`^${ends}|${ends}$|[ ${otherSpaces}]{2}`)}`,
  odd_spaces: sql<boolean>`text ~ ${sql.lit(`[${otherSpaces}${unseenMarks}]`)}`,
  // Two of the spaces are themselves made of others.
  decomposed: sql<boolean>`(text is not nfc normalized
    and regexp_replace(text, ${sql.lit(String.raw`[\u2000\u2001]`)}, '', 'g') is not nfc normalized)`,
};

const outside = String.raw`[ \t-\r\u2028\u2029\ufeff${otherSpaces}]`;

/** The conditions on a text of several lines: together they are what `cleanText` would change. Its blanks may be meant. */
export const longTextFaults: Readonly<Record<TextFault, RawBuilder<boolean>>> = {
  blank_ends: sql<boolean>`text ~ ${sql.lit(`^${outside}|${outside}$`)}`,
  odd_spaces: sql<boolean>`false`,
  decomposed: sql<boolean>`text is not nfc normalized`,
};

/** Each kind of fault of texts. */
export const textFaults = Object.keys(titleFaults) as TextFault[];
