import { localTime, timeAfterGap, timesOf } from '#kernel/zoned-time.rules.ts';

/** The states of an event; they follow from its times and from whether it is paused. */
export const eventStatuses = ['in_progress', 'waiting', 'completed', 'canceled'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** What decides about the state of an event. Times in seconds. */
interface EventTimes {
  from: number;
  until: number;
  paused: boolean;
}

/** The state of an event at a moment, in seconds. It runs from its first moment up to, but without, its last. */
export function statusOf({ from, until, paused }: EventTimes, now: number): EventStatus {
  if (paused) return 'canceled';
  if (now < from) return 'waiting';
  return now < until ? 'in_progress' : 'completed';
}

/** Whether all places are taken; a limit of 0 is none. */
export const isFull = (event: { participants: number; participant_limit: number }): boolean =>
  event.participant_limit > 0 && event.participants >= event.participant_limit;

/** What decides how long a registration by an event lasts. */
interface EventTerms {
  /** Days, 0 is for ever. */
  length: number;
  forced_expire: boolean;
  forced_expired_date: number;
}

const daySeconds = 86_400;

/** When a registration ends that somebody makes now, in seconds; 0 is never. */
export function expiryOf({ length, forced_expire, forced_expired_date }: EventTerms, now: number): number {
  if (forced_expire) return forced_expired_date;
  return length === 0 ? 0 : now + length * daySeconds;
}

// How long after the event a forced expiry is, unless staff choose another. Days.
const forcedDays = 7;

/** The forced expiry that is offered: a week after the end of the event, at the same time of day. */
export function forcedDefault(timeZone: string, until: number): number {
  const [day = '', time = ''] = localTime(timeZone, until).split('T');
  const later = new Date(Date.parse(day) + forcedDays * daySeconds * 1000).toISOString().slice(0, 10);
  return readTime(timeZone, `${later}T${time}`) ?? 0;
}

/**
 * The time in seconds that a field for times means. Of an hour that is repeated it is the first; in one that clocks leave
 * out, as much later as they go forward. Undefined if it is no time.
 */
export function readTime(timeZone: string, local: string): number | undefined {
  // Seconds, which some browsers add, are left out.
  const [minute] = /^\d{4,}-\d\d-\d\dT\d\d:\d\d/.exec(local) ?? [];
  if (minute === undefined) return undefined;
  const [first] = timesOf(timeZone, minute);
  const at = first ?? timeAfterGap(timeZone, minute);
  return Number.isNaN(at) ? undefined : at;
}
