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

/** The periods that have names; none is longer than a report may be. */
export const periodNames = ['today', 'last_week', 'last_30_days', 'last_month', 'last_90_days'] as const;
export type PeriodName = (typeof periodNames)[number];

/** Those that end today, for a first day without a last one. */
export const openPeriodNames = ['today', 'last_30_days', 'last_90_days'] as const satisfies readonly PeriodName[];

/** The days of a named period. Weeks begin on Monday, and the last week and month are whole ones. */
export function namedPeriod(name: PeriodName, today: string): Period {
  switch (name) {
    case 'today':
      return { since: today, until: today };
    case 'last_week': {
      const until = daysAfter(today, -(new Date(today).getUTCDay() || 7));
      return { since: daysAfter(until, -6), until };
    }
    case 'last_month': {
      const until = daysAfter(`${today.slice(0, 7)}-01`, -1);
      return { since: `${until.slice(0, 7)}-01`, until };
    }
    case 'last_30_days':
      return { since: daysAfter(today, -29), until: today };
    case 'last_90_days':
      return { since: daysAfter(today, -89), until: today };
  }
}
