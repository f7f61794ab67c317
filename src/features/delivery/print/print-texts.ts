import { printWords } from '#features/code/code-batch.public.ts';
import { Catalogues } from '#kernel/messages/catalogues.ts';
import { type Locale, languageTag } from '#kernel/messages/locale.ts';
import type { Translate } from '#kernel/messages/messages.ts';

type PrintWords = typeof printWords.en;

let compiled: Catalogues | undefined;

/** The words of print in any language: a card has two. */
export function printText(locale: Locale): Translate<PrintWords> {
  const { causes: _causes, ...catalogues } = printWords;
  compiled ??= new Catalogues({ print: { catalogues } });
  return compiled.translator<PrintWords>(locale);
}

/** The second language on a card: English, or Korean beside English. */
export const secondLocale = (locale: Locale): Locale => (locale === 'en' ? 'ko' : 'en');

/** The terms of a code, in seconds; 0 is none. */
interface Terms {
  valid_from: number;
  valid_until: number;
  length: number;
  /** In how many days it ends once a shop sells it; 0 if it waits for no order. */
  daysAfterOrder: number;
}

/** The terms of a code in one language, a sentence a line. */
export function termsOf(
  { valid_from: from, valid_until: until, length, daysAfterOrder }: Terms,
  locale: Locale,
  clock: Clock,
): string[] {
  const t = printText(locale);
  const day = dayWriter(locale, clock.timeZone);
  return [
    t('code.print_days', { days: length }),
    ...(from > clock.now.getTime() / 1000 ? [t('code.print_from', { day: day(from) })] : []),
    // The last moment belongs to the last day.
    ...(until > 0 ? [t('code.print_until', { day: day(until - 1) })] : []),
    ...(daysAfterOrder > 0 ? [t('code.print_after_order', { days: daysAfterOrder })] : []),
  ];
}

interface Clock {
  now: Date;
  timeZone: string;
}

const writers = new Map<string, Intl.DateTimeFormat>();

/** Writes the day of a time in seconds, as people of a language do. */
export function dayWriter(locale: Locale, timeZone: string): (seconds: number) => string {
  const key = `${locale} ${timeZone}`;
  const dateStyle = locale === 'ko' || locale === 'jp' ? 'long' : 'medium';
  const format = writers.get(key) ?? new Intl.DateTimeFormat(languageTag(locale), { timeZone, dateStyle });
  writers.set(key, format);
  return (seconds) => format.format(seconds * 1000);
}
