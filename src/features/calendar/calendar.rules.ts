import { daysOfMonth, monthAfter, weekOf } from '#kernel/text/calendar-days.rules.ts';
import { daysAfter } from '#kernel/text/period.rules.ts';
import { localTime, timeAfterGap, timesOf } from '#kernel/text/zoned-time.rules.ts';

export const spans = ['month', 'week', 'list'] as const;
export type Span = (typeof spans)[number];

export const calendarPath = '/calendar';

export const calendarHref = (span: Span, on: string, hidden: readonly string[]): string =>
  `${calendarPath}?${new URLSearchParams({ span, on, ...(hidden.length > 0 && { hide: hidden.join(',') }) })}`;

const dayMs = 86_400_000;

/** The days shown: a week, all weeks of a month, or, in a list, the days of the month. */
export function daysOf(span: Span, on: string, first: number): string[] {
  if (span === 'list') {
    const begin = `${on.slice(0, 7)}-01`;
    const count = (Date.parse(nextOf(span, on, 1)) - Date.parse(begin)) / dayMs;
    return Array.from({ length: count }, (_, n) => daysAfter(begin, n));
  }
  if (span === 'week') return Array.from({ length: 7 }, (_, n) => daysAfter(weekOf(on, first), n));
  return daysOfMonth(on, first);
}

/** A day in the period before (-1) or after (1). */
export function nextOf(span: Span, on: string, step: 1 | -1): string {
  return span === 'week' ? daysAfter(on, step * 7) : monthAfter(on, step);
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
  if (hour === null) return { day: daysAfter(day, aside + down * 7), hour };
  const next = hour + down;
  return next < 0 || next > 23 ? null : { day: daysAfter(day, aside), hour: next };
}

/** A time moved to another place. */
interface MovedTime {
  at: number;
  /** Clocks skip it: it is later by the length of the gap. */
  isGap: boolean;
  /** Clocks show it twice, at these times. */
  twice: readonly [number, number] | null;
}

/**
 * A time moved to another place: it keeps its time of day, or in a week its minutes. Of a time that clocks show twice it is
 * the first, or the second if that is meant; a time that stays where it is remains the one it is.
 */
export function movedTime(timeZone: string, at: number, { day, hour }: CalendarSlot, isSecond = false): MovedTime {
  const now = localTime(timeZone, at);
  const clock = hour === null ? now.slice(11) : `${String(hour).padStart(2, '0')}:${now.slice(14)}`;
  const local = `${day}T${clock}`;
  if (local === now) return { at, isGap: false, twice: null };
  const [first, second] = timesOf(timeZone, local);
  if (first === undefined) return { at: timeAfterGap(timeZone, local), isGap: true, twice: null };
  if (second === undefined) return { at: first, isGap: false, twice: null };
  return { at: isSecond ? second : first, isGap: false, twice: [first, second] };
}

/** An entry as it is moved: its times by the name of their field, and the place where it will start. */
interface Moving {
  times: Readonly<Record<string, number>>;
  start: number;
  to: CalendarSlot;
}

/**
 * All times of an entry, moved so that it starts in a slot: by whole days, or within a week by as long as its start. Of those
 * that clocks show twice, the fields in `second` are the second.
 */
export function movedTimes(timeZone: string, { times, start, to }: Moving, second: ReadonlySet<string>) {
  const dayOf = (at: number) => localTime(timeZone, at).slice(0, 10);
  const days = (Date.parse(to.day) - Date.parse(dayOf(start))) / dayMs;
  const leading = Object.keys(times).find((name) => times[name] === start) ?? '';
  const first = movedTime(timeZone, start, to, second.has(leading));
  const moved = (name: string, at: number): MovedTime => {
    if (to.hour === null)
      return movedTime(timeZone, at, { day: daysAfter(dayOf(at), days), hour: null }, second.has(name));
    return name === leading ? first : { at: at + first.at - start, isGap: false, twice: null };
  };
  return { first, times: Object.entries(times).map(([name, at]) => ({ name, ...moved(name, at) })) };
}

/** When a moved entry starts, and all its times. */
export interface Target {
  start: number;
  times: Readonly<Record<string, number>>;
}

interface Movable {
  start: number;
  end: number;
  move?: { times: Readonly<Record<string, number>> };
}

/** An entry at the times to which it is moved; what is no time of its own stays as long after its start. */
export function movedEntry<E extends Movable>(entry: E, { start, times }: Target): E {
  const ending = Object.entries(entry.move?.times ?? {}).find(([, at]) => at === entry.end)?.[0] ?? '';
  const end = times[ending] ?? entry.end + start - entry.start;
  return { ...entry, start, end, ...(entry.move && { move: { ...entry.move, times } }) };
}

/** The days of an entry in the time zone, of those shown; an end at midnight is not on the next day. */
export function daysIn(timeZone: string, { start, end }: { start: number; end: number }, shown: readonly string[]) {
  const first = localTime(timeZone, start).slice(0, 10);
  const last = localTime(timeZone, Math.max(start, end - 1)).slice(0, 10);
  return shown.filter((day) => day >= first && day <= last);
}

/** A field that an entry sets, which others set too: what tells it from other fields, its name, and its value. */
export interface ShownSetting {
  touch: string;
  field: string;
  value: string;
}

interface Overlapping {
  kind: string;
  id: string;
  start: number;
  sets: readonly ShownSetting[];
}

/** The entries that set the same as one that is moved, and are on its new day or would change places with it. */
export function overlapsOf<E extends Overlapping>(timeZone: string, entries: readonly E[], moved: E, to: number): E[] {
  const dayOf = (at: number) => localTime(timeZone, at).slice(0, 10);
  const [first, last] = [Math.min(moved.start, to), Math.max(moved.start, to)];
  const touched = new Set(moved.sets.map(({ touch }) => touch));
  return entries.filter(
    (other) =>
      (other.kind !== moved.kind || other.id !== moved.id) &&
      other.sets.some(({ touch }) => touched.has(touch)) &&
      (dayOf(other.start) === dayOf(to) || (other.start >= first && other.start <= last)),
  );
}

/** The values of the fields that a moved entry and others set, in the order of their times; it is at its new time. */
export function rivalValues<E extends Overlapping>(moved: E, to: number, overlaps: readonly E[]) {
  const all = [{ ...moved, start: to }, ...overlaps].toSorted((a, b) => a.start - b.start);
  return moved.sets.flatMap(({ touch, field }) => {
    const values = all.flatMap((entry) =>
      entry.sets.flatMap((one) => (one.touch === touch ? [{ entry, value: one.value }] : [])),
    );
    return values.length > 1 ? [{ field, values }] : [];
  });
}

/** The lane of each bar, the first one free on all of its days; those of a day stay beneath each other. */
export function lanesOf<E extends { start: number; end: number }>(bars: readonly E[]): Map<E, number> {
  const ends: number[] = [];
  const lanes = new Map<E, number>();
  for (const bar of bars.toSorted((a, b) => a.start - b.start)) {
    const free = ends.findIndex((end) => end <= bar.start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = bar.end;
    lanes.set(bar, lane);
  }
  return lanes;
}

/** What tells an entry from all others of the calendar. */
export const keyOf = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`;
