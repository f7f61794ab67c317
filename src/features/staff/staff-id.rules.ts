import { readIdsOf } from '#kernel/text/search-text.rules.ts';

/** The format of an ID. */
export const staffIdPattern = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;

/** Reads a pasted list of IDs. */
export const readStaffIds = (text: string): string[] | null => readIdsOf(text, (part) => staffIdPattern.test(part));
