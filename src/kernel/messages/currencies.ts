import { type Locale, languageTag } from './locale.ts';

/** A currency as offered in selectors. */
interface Currency {
  value: string;
  label: string;
}

// The currencies in which most collections are sold come first.
const usual = ['KRW', 'USD', 'EUR', 'JPY', 'TRY', 'GBP', 'MXN'];

const known = new Map<Locale, readonly Currency[]>();

/** Every ISO 4217 currency with its name in a language. */
export function currenciesIn(locale: Locale): readonly Currency[] {
  const choices = known.get(locale) ?? named(locale);
  known.set(locale, choices);
  return choices;
}

function named(locale: Locale): readonly Currency[] {
  const names = new Intl.DisplayNames(languageTag(locale), { type: 'currency' });
  const others = Intl.supportedValuesOf('currency').filter((code) => !usual.includes(code));
  return [...usual, ...others].map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }));
}
