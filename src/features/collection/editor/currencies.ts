import { type Locale, languageTag } from '#kernel/i18n/locale.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';

// What most collections are sold in comes first.
const usual = ['KRW', 'USD', 'EUR', 'JPY', 'TRY', 'GBP', 'MXN'];

const known = new Map<Locale, readonly Choice[]>();

/** Every currency of ISO 4217 with its name in a language. */
export function currenciesIn(locale: Locale): readonly Choice[] {
  const choices = known.get(locale) ?? named(locale);
  known.set(locale, choices);
  return choices;
}

function named(locale: Locale): readonly Choice[] {
  const names = new Intl.DisplayNames(languageTag(locale), { type: 'currency' });
  const others = Intl.supportedValuesOf('currency').filter((code) => !usual.includes(code));
  return [...usual, ...others].map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }));
}
