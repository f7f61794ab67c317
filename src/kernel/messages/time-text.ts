import { zonedText } from '../text/zoned-time.rules.ts';
import { type Locale, languageTag } from './locale.ts';

/** A time in seconds, formatted for the caller's language and time zone, for use in messages. */
export function timeText({ locale, timeZone }: { locale: Locale; timeZone: string }, at: number): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat(languageTag(locale), format).format(at * 1000);
}

/** A time in seconds with its zone, the caller's by default, in the caller's language. */
export const zonedTimeText = (
  { locale, timeZone }: { locale: Locale; timeZone: string },
  at: number,
  zone = timeZone,
): string => zonedText(languageTag(locale), zone, at);
