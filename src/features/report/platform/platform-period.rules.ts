import { daysAfter, daysIn, type Period } from '#kernel/text/period.rules.ts';

/** The longest period of a report, in days. */
export const longestPeriod = 90;

/** The preceding period of the same length, for comparison. */
export const periodBefore = (period: Period): Period => ({
  since: daysAfter(period.since, -daysIn(period)),
  until: daysAfter(period.since, -1),
});

/** The periods of the greatest length at both ends of one that is too long, the last first. */
export const nearestPeriods = ({ since, until }: Period): Period[] =>
  daysIn({ since, until }) <= longestPeriod
    ? []
    : [
        { since: daysAfter(until, 1 - longestPeriod), until },
        { since, until: daysAfter(since, longestPeriod - 1) },
      ];
