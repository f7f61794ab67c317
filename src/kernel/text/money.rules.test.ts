import { expect, test } from 'vitest';
import { isAmountIn } from './money.rules.ts';

test.each([
  ['KRW', '10', true],
  ['KRW', '10.55', false],
  ['KRW', '10.00', true],
  ['JPY', '0.5', false],
  ['USD', '9.9', true],
  ['USD', '9.905', false],
  ['BHD', '1.125', true],
  ['USD', '1e3', false],
  ['USD', '', false],
])('of %s, %s is an amount: %s', (currency, text, is) => {
  expect(isAmountIn(currency, text)).toBe(is);
});
