const dayMs = 86_400_000;

/** The day after so many days, 'YYYY-MM-DD'. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The days until which a row can be snoozed, from today, 'YYYY-MM-DD'. */
export function snoozeChoices(today: string): { name: 'tomorrow' | 'monday' | 'month'; day: string }[] {
  const toMonday = 8 - (new Date(today).getUTCDay() || 7);
  const later = (days: number) => dayAfter(today, days);
  return [
    { name: 'tomorrow', day: later(1) },
    // On a Sunday, tomorrow is Monday.
    ...(toMonday > 1 ? [{ name: 'monday', day: later(toMonday) } as const] : []),
    { name: 'month', day: later(30) },
  ];
}
