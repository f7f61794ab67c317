import { localTime, timeAfterGap, timesOf } from '#kernel/text/zoned-time.rules.ts';

export const spans = ['month', 'week'] as const;
export type Span = (typeof spans)[number];

export const calendarPath = '/reservation/calendar';

export const calendarHref = (span: Span, on: string): string => `${calendarPath}?${new URLSearchParams({ span, on })}`;

const dayMs = 86_400_000;
const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** The day of the week, 1 for Monday to 7 for Sunday. */
const weekday = (day: string): number => new Date(day).getUTCDay() || 7;

/** The first day of the week that a day is in, for weeks that begin on this weekday. */
const weekOf = (day: string, first: number): string => addDays(day, -((weekday(day) - first + 7) % 7));

/** The days shown: a week, or all weeks of a month. */
export function daysOf(span: Span, on: string, first: number): string[] {
  if (span === 'week') return Array.from({ length: 7 }, (_, n) => addDays(weekOf(on, first), n));
  const start = weekOf(`${on.slice(0, 7)}-01`, first);
  const next = nextOf('month', on, 1);
  const days: string[] = [];
  for (let day = start; days.length < 28 || day < next || days.length % 7 > 0; day = addDays(day, 1)) days.push(day);
  return days;
}

/** A day in the period before (-1) or after (1). */
export function nextOf(span: Span, on: string, step: 1 | -1): string {
  if (span === 'week') return addDays(on, step * 7);
  const [year = 0, month = 0] = on.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + step, 1)).toISOString().slice(0, 10);
}

/** A slot that a change can be moved to: a day and, in a week, an hour of it. */
export interface CalendarSlot {
  day: string;
  hour: number | null;
}

export const slotId = ({ day, hour }: CalendarSlot): string => (hour === null ? day : `${day}T${hour}`);

export function slotOf(id: string): CalendarSlot {
  const [day = '', hour] = id.split('T');
  return { day, hour: hour === undefined ? null : Number(hour) };
}

/** The slot one step away; days are side by side, weeks or hours are stacked. */
export function stepFrom({ day, hour }: CalendarSlot, key: string): CalendarSlot | null {
  const aside = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  const down = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (aside === 0 && down === 0) return null;
  if (hour === null) return { day: addDays(day, aside + down * 7), hour };
  const next = hour + down;
  return next < 0 || next > 23 ? null : { day: addDays(day, aside), hour: next };
}

/**
 * The time of a change moved to another place: it keeps its time of day, or in a week its minutes. A time that clocks
 * skip is later by the length of the gap (`isGap`); one that they show twice is the first, unless it is there already.
 */
export function movedTime(timeZone: string, at: number, { day, hour }: CalendarSlot): { at: number; isGap: boolean } {
  const now = localTime(timeZone, at);
  const clock = hour === null ? now.slice(11) : `${String(hour).padStart(2, '0')}:${now.slice(14)}`;
  const local = `${day}T${clock}`;
  if (local === now) return { at, isGap: false };
  const [first] = timesOf(timeZone, local);
  return first === undefined ? { at: timeAfterGap(timeZone, local), isGap: true } : { at: first, isGap: false };
}
