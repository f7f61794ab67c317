/** Whether a time zone with this name exists: 'Asia/Seoul'. */
export function isZone(zone: string): boolean {
  try {
    return /^[A-Za-z]/.test(zone) && new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format, made once: making one takes longer than writing a row of a list. */
export function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, known);
  return known;
}

/** A time in seconds with its zone, 'Nov 24, 2026, 9:00 AM GMT+9', in the language of this tag. */
export function zonedText(language: string, timeZone: string, seconds: number): string {
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'shortOffset' } as const;
  return formatOf(language, { ...date, ...time, timeZone }).format(seconds * 1000);
}

/** The time of day in a zone, without the zone's name: '9:00 AM'. */
export const clockText = (language: string, timeZone: string, seconds: number): string =>
  formatOf(language, { timeStyle: 'short', timeZone }).format(seconds * 1000);

/** The date and time shown by a clock, 'Nov 24, 2026, 9:00 AM'; `seconds` is when a UTC clock shows it. */
export const clockDateText = (language: string, seconds: number): string =>
  formatOf(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(seconds * 1000);

/** An hour of the day, 0 to 23, in the same style as {@link clockText}: '9 AM', '오전 9시', '09'. */
export const hourText = (language: string, hour: number): string =>
  formatOf(language, { hour: 'numeric', timeZone: 'UTC' }).format(hour * 3_600_000);

/** The local time in a zone at a time in seconds, 'YYYY-MM-DDTHH:mm', as accepted by time inputs. */
export const localTime = (timeZone: string, seconds: number): string =>
  formatOf('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
    .format(seconds * 1000)
    .replace(' ', 'T');

const minute = 60;
const halfDay = 12 * 3600;

/**
 * The times in seconds at which a clock in a zone shows 'YYYY-MM-DDTHH:mm', earlier first: usually one; two in the hour
 * repeated when clocks go back; none in the hour skipped when they go forward.
 */
export function timesOf(timeZone: string, local: string): number[] {
  const asUtc = Date.parse(`${local}:00Z`) / 1000;
  if (Number.isNaN(asUtc)) return [];
  // The offset is one of those in effect half a day before and after; no zone changes twice in a day.
  const offsets = [asUtc - halfDay, asUtc + halfDay].map((at) => offsetOf(timeZone, at));
  const times = new Set(offsets.map((offset) => asUtc - offset));
  return [...times].filter((at) => localTime(timeZone, at) === local).toSorted((a, b) => a - b);
}

/**
 * When a clock in a zone shows 'YYYY-MM-DDTHH:mm', in seconds; of two times the first, or the second if that is meant.
 * Undefined if it never does.
 */
export function timeAt(timeZone: string, local: string, isSecond = false): number | undefined {
  const [first, second] = timesOf(timeZone, local);
  return isSecond ? (second ?? first) : first;
}

/** Whether a time is the second of two at which a clock in a zone shows the same. */
export const isSecondTime = (timeZone: string, at: number): boolean =>
  timesOf(timeZone, localTime(timeZone, at))[1] === Math.floor(at / minute) * minute;

/** For a local time skipped when clocks go forward: that time moved forward by the length of the gap. */
export function timeAfterGap(timeZone: string, local: string): number {
  const asUtc = Date.parse(`${local}:00Z`) / 1000;
  return asUtc - offsetOf(timeZone, asUtc - halfDay);
}

/** A zone's offset from UTC at a time, in seconds; whole minutes, as in all of today's zones. */
const offsetOf = (timeZone: string, at: number): number => {
  const whole = Math.floor(at / minute) * minute;
  return Date.parse(`${localTime(timeZone, whole)}:00Z`) / 1000 - whole;
};
