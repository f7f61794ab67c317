import { describe, expect, test } from 'vitest';
import { readCount, timesAmount } from './batch.rules.ts';

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

describe('A quantity', () => {
  test('is read as people write it', () => {
    expect(['1000', '1,000', '1.000', '1 000', '1 000'].map(readCount)).toEqual([1000, 1000, 1000, 1000, 1000]);
    expect(['', 'ten', '-1', '1e3'].map(readCount)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
