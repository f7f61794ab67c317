import { expect, test } from 'vitest';
import { amountText, isAmountIn } from './money.rules.ts';

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

test.each([
  ['39000.00', 'KRW', '39000'],
  ['29.7', 'USD', '29.70'],
  ['30', 'USD', '30.00'],
  ['-1.5000', 'USD', '-1.50'],
  ['9.905', 'USD', '9.905'],
  ['0.50', 'JPY', '0.5'],
  ['1', 'BHD', '1.000'],
  ['0', 'USD', '0.00'],
  ['12345678901234567890.1', 'EUR', '12345678901234567890.10'],
])('%s %s is written %s', (amount, currency, text) => {
  expect(amountText(amount, currency)).toBe(text);
});
