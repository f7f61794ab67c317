/** The longest period of a report, in days. */
export const longestPeriod = 90;

/** A period of days, both included: 'YYYY-MM-DD'. */
export interface Period {
  since: string;
  until: string;
}

const dayMs = 86_400_000;

/** How many days a period has. */
export const daysIn = ({ since, until }: Period): number => (Date.parse(until) - Date.parse(since)) / dayMs + 1;

/** A day some days after another. */
export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** The period of the same length before this one, to compare it with. */
export const periodBefore = (period: Period): Period => ({
  since: daysAfter(period.since, -daysIn(period)),
  until: daysAfter(period.since, -1),
});
