import { expect, test } from 'vitest';
import { doublingWait, spreadWait } from './waits.rules.ts';

test('a wait doubles with each failure, up to the longest', () => {
  const waits = [1, 2, 3, 9, 2000].map((failures) => doublingWait(failures, { first: 1, longest: 300 }));
  expect(waits).toEqual([1, 2, 4, 256, 300]);
});

test('a wait is spread over a tenth more', () => {
  expect(spreadWait(50, 0)).toBe(50);
  expect(spreadWait(50, 1)).toBeCloseTo(55);
});
