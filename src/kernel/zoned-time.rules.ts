// Making one takes longer than writing a row of a list.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  formats.set(timeZone, format);
  return format;
}

/** What a clock in a zone shows at a time in seconds, 'YYYY-MM-DDTHH:mm', as fields for times take it. */
export const localTime = (timeZone: string, seconds: number): string =>
  formatOf(timeZone)
    .format(seconds * 1000)
    .replace(' ', 'T');

const minute = 60;
const halfDay = 12 * 3600;

/**
 * The times in seconds at which a clock in a zone shows 'YYYY-MM-DDTHH:mm', the earlier first: usually one; two in the hour
 * that is repeated when clocks go back; none in the one that is left out when they go forward.
 */
export function timesOf(timeZone: string, local: string): number[] {
  const asUtc = Date.parse(`${local}:00Z`) / 1000;
  if (Number.isNaN(asUtc)) return [];
  // The offset is one of those that hold half a day before and after; no zone changes twice in a day.
  const offsets = [asUtc - halfDay, asUtc + halfDay].map((at) => offsetOf(timeZone, at));
  const times = new Set(offsets.map((offset) => asUtc - offset));
  return [...times].filter((at) => localTime(timeZone, at) === local).toSorted((a, b) => a - b);
}

/** The time that follows one that clocks leave out, by as much as they go forward. */
export function timeAfterGap(timeZone: string, local: string): number {
  const asUtc = Date.parse(`${local}:00Z`) / 1000;
  return asUtc - offsetOf(timeZone, asUtc - halfDay);
}

/** How far the clocks of a zone are ahead of UTC at a time, in seconds; whole minutes, as all zones have today. */
const offsetOf = (timeZone: string, at: number): number => {
  const whole = Math.floor(at / minute) * minute;
  return Date.parse(`${localTime(timeZone, whole)}:00Z`) / 1000 - whole;
};
