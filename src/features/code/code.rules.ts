import { isChangedBySpreadsheet } from '#kernel/text/spreadsheet-fault.rules.ts';
import { plainForm } from '#kernel/text/text-forms.rules.ts';

/** The entity of codes in histories and acts; the id is the code itself. */
export const codeEntity = 'code';

/** The alphabet of access codes: digits and capitals without those that look alike (0 O, 1 I L). */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** The length of access codes and of the codes of events. */
export const codeLength = 12;

/** The form of every code. Staff choose the codes of events, which may have any digit and capital. */
export const codeForm = /^[A-Z0-9]{12}$/;

// What stands around and between the characters of a code where people write it: spaces, dashes with the minus sign and the
// long vowel mark that Japanese keyboards type for one, quotes, and marks that cannot be seen.
const between = /[\s\p{Pd}\u2212\u30fc\p{Pi}\p{Pf}"'`\u201e\u201a\p{Cf}]/gu;

/** Normalizes a typed code: dashes, spaces, quotes, full width and case do not matter. */
export const readCode = (typed: string): string =>
  plainForm(typed)
    .replace(between, '')
    .toUpperCase()
    .replace(/\u0130|I\u0307/g, 'I');

/** The characters of a code that are easily taken for others. */
const easilyMisread = (code: string): string[] => [
  ...new Set(Array.from(code).filter((character) => /[A-Z0-9]/.test(character) && !codeAlphabet.includes(character))),
];

/** What staff are told of a complete code that they chose: a spreadsheet changes it, or readers misread it. */
export function doubtsOf(typed: string): { isNumber: boolean; misread: string[] } {
  const code = readCode(typed);
  const isNumber = isChangedBySpreadsheet(code);
  return { isNumber, misread: easilyMisread(code) };
}

/** A code for display: `ABCD-EFGH-JKMN`. */
export const showCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');
