/** Which texts a file has: all, those not written yet, or those older than the English. */
export const textSelections = ['all', 'missing', 'older'] as const;
export type TextSelection = (typeof textSelections)[number];

/** How they leave: as a sheet, or as XLIFF 2 or 1.2. */
export const textForms = ['xlsx', 'xliff', 'xliff12'] as const;

/** What happens to texts that were changed since the file left. */
export const conflictWays = ['keep', 'replace'] as const;
export type ConflictWay = (typeof conflictWays)[number];

/** The maximum size of a file that comes back. Bytes. */
export const maxTextFileBytes = 50 << 20;

/** The endings of files that can come back. */
export const textFiles = ['.xlsx', '.xlf', '.xliff', '.zip'];
