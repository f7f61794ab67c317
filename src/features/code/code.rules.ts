/** The entity of codes in histories and acts; the id is the code itself. */
export const codeEntity = 'code';

/** The alphabet of access codes: digits and capitals without those that look alike (0 O, 1 I L). */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** The length of access codes and of the codes of events. */
export const codeLength = 12;

/** The form of every code. Staff choose the codes of events, which may have any digit and capital. */
export const codeForm = /^[A-Z0-9]{12}$/;

/** Normalizes a typed code: dashes, spaces and case do not matter. */
export const readCode = (typed: string): string => typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase();

/** A code for display: `ABCD-EFGH-JKMN`. */
export const showCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');
