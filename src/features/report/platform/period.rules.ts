/** The longest period of a report, in days. */
export const longestPeriod = 90;

/** A period of days, 'YYYY-MM-DD', both inclusive. */
export interface Period {
  since: string;
  until: string;
}

const dayMs = 86_400_000;

/** The number of days in a period. */
export const daysIn = ({ since, until }: Period): number => (Date.parse(until) - Date.parse(since)) / dayMs + 1;

/** The day some days after another. */
export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** The preceding period of the same length, for comparison. */
export const periodBefore = (period: Period): Period => ({
  since: daysAfter(period.since, -daysIn(period)),
  until: daysAfter(period.since, -1),
});
