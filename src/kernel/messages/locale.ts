/** The languages of the product, named as in its cookies and URLs. */
export const locales = ['en', 'es', 'jp', 'ko', 'tr'] as const;
export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = 'en';

/** The name of each language in itself, for the language menu. */
export const localeNames: Record<Locale, string> = {
  en: 'English',
  es: 'Español',
  jp: '日本語',
  ko: '한국어',
  tr: 'Türkçe',
};

/** The BCP 47 tag for `<html lang>` and Intl: the product uses jp where the standard uses ja. */
export function languageTag(locale: Locale): string {
  return locale === 'jp' ? 'ja' : locale;
}

/** Reads a language from a query parameter, a cookie or a tag; undefined if it is not one of ours. */
export function parseLocale(value: unknown): Locale | undefined {
  const wanted = value === 'ja' ? 'jp' : value;
  return locales.find((locale) => locale === wanted);
}
