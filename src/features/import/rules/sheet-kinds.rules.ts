/** The kinds of sheets that can be imported, as used for templates: books, and words and sentences. */
export const sheetKinds = ['isbn', 'sentences'] as const;
export type SheetKind = (typeof sheetKinds)[number];
