/** The sheets that can be imported, as templates are asked for: books, and words and sentences. */
export const sheetKinds = ['isbn', 'sentences'] as const;
export type SheetKind = (typeof sheetKinds)[number];
