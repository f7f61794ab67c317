import { type Locale, languageTag } from './locale.ts';

/** A time in seconds, formatted for the caller's language and time zone, for use in messages. */
export function timeText({ locale, timeZone }: { locale: Locale; timeZone: string }, at: number): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat(languageTag(locale), format).format(at * 1000);
}
