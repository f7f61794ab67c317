/** What access codes are made of: digits and capitals without those that look alike (0 O, 1 I L). */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** The length of access codes and of the codes of events. */
export const codeLength = 12;

/** The form of every code. Those of events are chosen by staff and may have any digit and capital. */
export const codeForm = /^[A-Z0-9]{12}$/;

/** A code as people type it: dashes, spaces and small letters do not matter. */
export const readCode = (typed: string): string => typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase();

/** A code as people read it: `ABCD-EFGH-JKMN`. */
export const showCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');
