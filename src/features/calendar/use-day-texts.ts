import { languageTag } from '#kernel/messages/locale.ts';
import { clockText } from '#kernel/text/zoned-time.rules.ts';
import { useFormat, useInterface } from '#ui/interface.tsx';
import type { CalendarSlot, Span } from './calendar.rules.ts';

/** Labels of days and periods; a day has no time zone, so it is formatted as UTC. */
export function useDayTexts() {
  const { locale } = useInterface();
  const format = useFormat();
  const tag = languageTag(locale);
  const write = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(new Date(day));
  const dayText = (day: string) => write(day, { weekday: 'long', month: 'long', day: 'numeric' });
  return {
    dayText,
    numberText: (day: string) => format.number(Number(day.slice(8))),
    weekdayText: (day: string) => write(day, { weekday: 'short' }),
    periodText: (span: Span, on: string, days: readonly string[]) =>
      span === 'week'
        ? [days[0] ?? on, days.at(-1) ?? on].map((day) => write(day, { dateStyle: 'medium' })).join(' – ')
        : write(on, { year: 'numeric', month: 'long' }),
    slotText: ({ day, hour }: CalendarSlot) =>
      hour === null ? dayText(day) : `${dayText(day)}, ${clockText(tag, 'UTC', hour * 3600)}`,
  };
}
