import { defaultLocale, type Locale, parseLocale } from '#kernel/messages/locale.ts';

/** The columns of a sheet of texts besides those of languages, by which it is recognized when it comes back. */
export const idColumn = 'id';
export const baseColumn = 'base';

/** The columns of the earlier English of a language's texts, of the states of their paragraphs, and of what they are to say for terms. */
export const earlierColumn = (to: Locale): string => `${to}: earlier`;
export const statesColumn = (to: Locale): string => `${to}: paragraphs`;
const termsColumn = (to: Locale): string => `${to}: terms`;

/** The headings: the first language is the one translated from. Of paragraphs and terms files from English say something. */
export const sheetHeading = (from: Locale, to: readonly Locale[]): string[] => [
  idColumn,
  'context',
  'field',
  'limit',
  from,
  ...to,
  baseColumn,
  ...(from === defaultLocale ? to.flatMap((one) => [earlierColumn(one), statesColumn(one), termsColumn(one)]) : []),
];

/** The columns of languages. */
export const languagesIn = (heading: readonly string[]): { locale: Locale; column: number }[] =>
  heading.flatMap((text, column) => {
    const locale = parseLocale(text.trim().toLowerCase());
    return locale ? [{ locale, column }] : [];
  });
