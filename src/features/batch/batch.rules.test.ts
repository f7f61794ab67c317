import { describe, expect, test } from 'vitest';
import { readCount, timesAmount } from './batch.rules.ts';
import { priceSince } from './create/batch-terms.rules.ts';

describe('The amount of a batch', () => {
  test('is exact, however many codes and decimals there are', () => {
    expect(timesAmount('9.90', 3)).toBe('29.70');
    expect(timesAmount('0.1', 3)).toBe('0.3');
    expect(timesAmount('0.0001', 1_000_000)).toBe('100.0000');
    expect(timesAmount('999999999999.9999', 1_000_000)).toBe('999999999999999900.0000');
    expect(timesAmount('12', 1_000_000)).toBe('12000000');
    expect(timesAmount('0', 5)).toBe('0');
    expect(timesAmount('0.05', 1)).toBe('0.05');
  });
});

describe('The price of today', () => {
  const order = { cg_idx: 1, created_at: 0, count: 1, currency: 'USD', length: 30 };
  const since = (price: string, paid: string, length = 30) =>
    priceSince({ prices: [{ price, currency: 'USD', length }], orders: [{ ...order, price: paid }] });

  test('is compared exactly with what was paid last, for the same days', () => {
    expect(since('9.90', '8.9')).toEqual({ amount: '1.0000', isMore: true });
    expect(since('0.1', '0.3001')).toEqual({ amount: '0.2001', isMore: false });
    expect(since('999999999999.9999', '0')).toEqual({ amount: '999999999999.9999', isMore: true });
    expect(since('8.90', '8.9')).toBeNull();
    expect(since('9.90', '8.90', 90)).toBeNull();
    expect(priceSince({ prices: [], orders: [] })).toBeNull();
  });
});

describe('A quantity', () => {
  test('is read as people write it', () => {
    expect(['1000', '1,000', '1.000', '1 000', '1 000'].map(readCount)).toEqual([1000, 1000, 1000, 1000, 1000]);
    expect(['', 'ten', '-1', '1e3'].map(readCount)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
