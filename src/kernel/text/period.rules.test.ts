import { expect, test } from 'vitest';
import { daysIn, namedPeriod, periodNames } from './period.rules.ts';

test.each([
  ['today', '2026-11-23', '2026-11-23', '2026-11-23'],
  ['last_week', '2026-11-23', '2026-11-16', '2026-11-22'],
  ['last_week', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['last_week', '2027-01-01', '2026-12-21', '2026-12-27'],
  ['last_30_days', '2026-11-23', '2026-10-25', '2026-11-23'],
  ['last_month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last_month', '2028-03-01', '2028-02-01', '2028-02-29'],
  ['last_month', '2027-01-15', '2026-12-01', '2026-12-31'],
  ['last_90_days', '2026-11-23', '2026-08-26', '2026-11-23'],
] as const)('the period “%s” on %s is from %s to %s', (name, today, since, until) => {
  expect(namedPeriod(name, today)).toEqual({ since, until });
});

test('no named period is longer than 90 days', () => {
  for (const today of ['2026-01-01', '2026-08-31', '2028-02-29', '2026-10-01'])
    for (const name of periodNames) expect(daysIn(namedPeriod(name, today))).toBeLessThanOrEqual(90);
});
