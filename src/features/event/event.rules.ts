import { localTime, timeAfterGap, timeAt } from '#kernel/text/zoned-time.rules.ts';

/** The states of an event, derived from its times and whether it is paused. */
export const eventStatuses = ['in_progress', 'waiting', 'completed', 'canceled'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** The fields that determine the state of an event. Times in seconds. */
interface EventTimes {
  from: number;
  until: number;
  paused: boolean;
}

/** The state of an event at a time, in seconds. It runs from `from` up to, but not including, `until`. */
export function statusOf({ from, until, paused }: EventTimes, now: number): EventStatus {
  if (paused) return 'canceled';
  if (now < from) return 'waiting';
  return now < until ? 'in_progress' : 'completed';
}

/** Whether all places are taken; a limit of 0 means unlimited. */
export const isFull = (event: { participants: number; participant_limit: number }): boolean =>
  event.participant_limit > 0 && event.participants >= event.participant_limit;

/** The fields that determine how long a registration by an event lasts. */
interface EventTerms {
  /** Days, 0 means for ever. */
  length: number;
  forced_expire: boolean;
  forced_expired_date: number;
}

const daySeconds = 86_400;

/** When a registration made now will end, in seconds; 0 means never. */
export function expiryOf({ length, forced_expire, forced_expired_date }: EventTerms, now: number): number {
  if (forced_expire) return forced_expired_date;
  return length === 0 ? 0 : now + length * daySeconds;
}

// How long after the event a forced expiry is by default. Days.
const forcedDays = 7;

/** The suggested forced expiry: a week after the end of the event, at the same time of day. */
export function forcedDefault(timeZone: string, until: number): number {
  const [day = '', time = ''] = localTime(timeZone, until).split('T');
  const later = new Date(Date.parse(day) + forcedDays * daySeconds * 1000).toISOString().slice(0, 10);
  const local = `${later}T${time}`;
  // A time that clocks skip is later by the length of the gap. The local time has no seconds, but an end may have.
  return (timeAt(timeZone, local) ?? timeAfterGap(timeZone, local)) + (until % 60);
}

/** Where an event opens: on who has joined, as a customer on its codes. */
export const eventHref = (id: number | string): string => `/event/${id}/participants`;
