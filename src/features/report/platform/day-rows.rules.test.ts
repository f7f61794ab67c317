import { describe, expect, test } from 'vitest';
import { axisTop, labelledDays } from './day-rows.rules.ts';

describe('The axis of a row of the chart', () => {
  test.each([
    ['ends at a round number above the highest value', [3, 37, 61, 0, 54], 80],
    ['ends below one value far above the others', [310, 20, 150, 90, 1000, 0], 400],
    ['ends below several values far above the others', [9, 8, 7, 6, 9, 8, 7, 6, 500, 450], 10],
    ['includes high values that are not rare', [100, 2, 100, 3], 100],
    ['includes a value less than three times the next', [10, 9, 8, 7, 29], 30],
    ['has whole numbers only', [1, 1, 1, 1, 1], 1],
    ['is never empty', [0, 0], 1],
  ])('%s', (_, values, top) => {
    expect(axisTop(values)).toBe(top);
  });
});

describe('The labelled days', () => {
  test.each([
    [1, [0]],
    [3, [0, 1, 2]],
    [7, [0, 2, 4, 6]],
    [90, [20, 43, 66, 89]],
  ])('of %i end with the last, and fit a phone', (count, labelled) => {
    expect(labelledDays(count)).toEqual(labelled);
  });
});
