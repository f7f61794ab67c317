import { type Locale, languageTag } from './locale.ts';

const known = new Map<Locale, Intl.DisplayNames>();

/**
 * The name of a language in another, from its code, 'en' or 'eng'; what is no known code is returned as it is. Made by the
 * server alone: browsers know some names that it does not, or the reverse.
 */
export function languageName(locale: Locale, code: string): string {
  const names = known.get(locale) ?? new Intl.DisplayNames(languageTag(locale), { type: 'language', fallback: 'none' });
  known.set(locale, names);
  try {
    return names.of(code) ?? code;
  } catch {
    // It does not even look like a code.
    return code;
  }
}
