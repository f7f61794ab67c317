import { expect, test } from 'vitest';
import { isStillMeant } from './selection-age.rules.ts';

const at = (time: string) => Date.parse(`2026-03-02T${time}Z`);
const nextDay = (time: string) => Date.parse(`2026-03-03T${time}Z`);

test('rows stay selected while they are worked on, past midnight too, and not until the next day', () => {
  expect(isStillMeant(at('09:00'), at('17:59'))).toBe(true);
  expect(isStillMeant(at('23:30'), nextDay('00:30'))).toBe(true);
  expect(isStillMeant(at('18:00'), nextDay('09:00'))).toBe(false);
});
