import { daysAfter, daysIn, type Period } from '#kernel/text/period.rules.ts';

/** The longest period of a report, in days. */
export const longestPeriod = 90;

/** The preceding period of the same length, for comparison. */
export const periodBefore = (period: Period): Period => ({
  since: daysAfter(period.since, -daysIn(period)),
  until: daysAfter(period.since, -1),
});
