const dayMs = 86_400_000;

/** The days until which a row can be snoozed, from today, 'YYYY-MM-DD'. */
export function snoozeChoices(today: string): { name: 'tomorrow' | 'monday' | 'month'; day: string }[] {
  const start = Date.parse(today);
  const toMonday = 8 - (new Date(start).getUTCDay() || 7);
  const later = (days: number) => new Date(start + days * dayMs).toISOString().slice(0, 10);
  return [
    { name: 'tomorrow', day: later(1) },
    // On a Sunday, tomorrow is Monday.
    ...(toMonday > 1 ? [{ name: 'monday', day: later(toMonday) } as const] : []),
    { name: 'month', day: later(30) },
  ];
}
