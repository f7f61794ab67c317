import { daysAfter } from './period.rules.ts';

/** Whether a text is a day of the calendar, 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The weekday on which weeks begin where the language of this tag is spoken: 1 for Monday to 7 for Sunday. */
export const firstWeekday = (language: string): number =>
  new Intl.Locale(language).maximize().getWeekInfo?.().firstDay ?? 1;

/** The first day of the week that a day is in, for weeks that begin on this weekday. */
export const weekOf = (day: string, first: number): string =>
  daysAfter(day, -(((new Date(day).getUTCDay() || 7) - first + 7) % 7));

/** The first day of the month some months after that of a day. */
export function monthAfter(day: string, count: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10);
}

/** The days of all weeks that a month has a part in. */
export function daysOfMonth(day: string, first: number): string[] {
  const next = monthAfter(day, 1);
  const days: string[] = [];
  for (let one = weekOf(monthAfter(day, 0), first); days.length < 28 || one < next || days.length % 7 > 0; ) {
    days.push(one);
    one = daysAfter(one, 1);
  }
  return days;
}
