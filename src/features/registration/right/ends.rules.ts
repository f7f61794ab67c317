import { endOfTime } from '#kernel/text/seconds.rules.ts';

/** What can be done with registrations of a learner. */
export const endActs = ['extend', 'cancel', 'restore', 'again'] as const;
export type EndAct = (typeof endActs)[number];

/** Why a registration stays as it is. */
export const stayReasons = [
  'unknown',
  'event',
  'canceled',
  'over',
  'not_canceled',
  'runs',
  'permanent',
  'not_later',
  'nothing_left',
] as const;
export type StayReason = (typeof stayReasons)[number];

/** When a registration ends and was cancelled. Seconds, 0 is never. */
export interface Ends {
  ends: number;
  canceled_at: number;
}

/** A registration of a learner that an act is about. */
export interface EndingRegistration extends Ends {
  reg_idx: number;
  cidx: number;
  /** Null if made by an event: it then ends by itself, and is not cancelled but taken out of the event. */
  code: string | null;
  shown_in: number | null;
  /** If an act shortened it: the end before, and when. */
  shortened?: { ends: number; at: number } | undefined;
}

/** What an act asks for: days more, or another end in seconds, 0 for never; or nothing but its kind. */
export type EndChange =
  | { act: 'extend'; days: number }
  | { act: 'extend'; until: number }
  | { act: Exclude<EndAct, 'extend'> };

/** A registration and what becomes of it. */
export interface EndedRegistration {
  row: EndingRegistration;
  is: Ends;
}

/** What an act does: to those that change, and why others stay. What is kept within one that changes is in `within`. */
export interface EndPlan {
  changed: EndedRegistration[];
  within: EndedRegistration[];
  kept: Partial<Record<StayReason, number>>;
}

const daySeconds = 86_400;

const isOver = ({ ends }: Ends, now: number) => ends > 0 && ends <= now;

/**
 * What becomes of registrations of a learner. Cancelling one cancels what is kept within it: both are one to the learner. So
 * does restoring; an end is only that of the one that is shown.
 */
export function planEnds(
  rows: readonly EndingRegistration[],
  ids: readonly number[],
  change: EndChange,
  now: number,
): EndPlan {
  const shown = new Map(rows.flatMap((row) => (row.shown_in === null ? [[row.reg_idx, row] as const] : [])));
  const plan: EndPlan = { changed: [], within: [], kept: {} };
  for (const id of new Set(ids)) {
    const row = shown.get(id);
    const within = rows.filter(({ shown_in }) => shown_in === id);
    const is = row ? becomes(row, within, change, now) : 'unknown';
    if (typeof is === 'string') plan.kept[is] = (plan.kept[is] ?? 0) + 1;
    else if (row) {
      plan.changed.push({ row, is });
      plan.within.push(...withinOf(within, change, now));
    }
  }
  return plan;
}

function becomes(
  row: EndingRegistration,
  within: readonly EndingRegistration[],
  change: EndChange,
  now: number,
): Ends | StayReason {
  const { ends, canceled_at } = row;
  if (change.act === 'extend') return extended(row, change, now);
  if (change.act === 'restore') return canceled_at > 0 ? { ends, canceled_at: 0 } : 'not_canceled';
  if (change.act === 'again') return givenAgain(row, now);
  if (canceled_at > 0) return 'canceled';
  if (isOver(row, now)) return 'over';
  return [row, ...within].some((one) => one.code === null && !isOver(one, now)) ? 'event' : { ends, canceled_at: now };
}

/** Days are added to the end, or to now once it is over. */
function extended(
  row: EndingRegistration,
  change: { days: number } | { until: number },
  now: number,
): Ends | StayReason {
  const { ends, canceled_at } = row;
  if (canceled_at > 0) return 'canceled';
  if (ends === 0) return 'permanent';
  if ('days' in change)
    return { ends: Math.min(Math.max(ends, now) + change.days * daySeconds, endOfTime), canceled_at };
  return change.until === 0 || change.until > ends ? { ends: change.until, canceled_at } : 'not_later';
}

/** It runs again for what was left when it was cancelled, or when an act shortened it. */
function givenAgain(row: EndingRegistration, now: number): Ends | StayReason {
  const { ends, canceled_at, shortened } = row;
  if (canceled_at === 0 && !isOver(row, now)) return 'runs';
  const had = canceled_at > 0 ? { ends, at: canceled_at } : shortened;
  if (!had || (had.ends > 0 && had.ends <= had.at)) return 'nothing_left';
  return { ends: had.ends === 0 ? 0 : now + (had.ends - had.at), canceled_at: 0 };
}

function withinOf(within: readonly EndingRegistration[], change: EndChange, now: number): EndedRegistration[] {
  const byCode = within.filter(({ code }) => code !== null);
  if (change.act === 'cancel')
    return byCode
      .filter((row) => row.canceled_at === 0 && !isOver(row, now))
      .map((row) => ({ row, is: { ends: row.ends, canceled_at: now } }));
  if (change.act === 'restore')
    return byCode
      .filter(({ canceled_at }) => canceled_at > 0)
      .map((row) => ({ row, is: { ends: row.ends, canceled_at: 0 } }));
  return [];
}
