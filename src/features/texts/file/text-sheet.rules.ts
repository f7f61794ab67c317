import { type Locale, parseLocale } from '#kernel/messages/locale.ts';

/** The columns of a sheet of texts besides those of languages, by which it is recognized when it comes back. */
export const idColumn = 'id';
export const baseColumn = 'base';

/** The headings: the first language is the one translated from. */
export const sheetHeading = (from: Locale, to: readonly Locale[]): string[] => [
  idColumn,
  'context',
  'field',
  'limit',
  from,
  ...to,
  baseColumn,
];

/** The columns of languages. */
export const languagesIn = (heading: readonly string[]): { locale: Locale; column: number }[] =>
  heading.flatMap((text, column) => {
    const locale = parseLocale(text.trim().toLowerCase());
    return locale ? [{ locale, column }] : [];
  });
