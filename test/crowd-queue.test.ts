import { expect, test } from 'vitest';
import { behindCache, processorsFor, simulate } from '../bench/crowd-queue.ts';

const kinds = [{ share: 1, ms: 1 }];

test('Readers wait as queueing theory has it: one processor that is half busy makes them wait twice as long as it works', () => {
  const { busy, mean, p99 } = simulate({ perSecond: 500, processors: 1, kinds });
  expect(busy).toBeCloseTo(0.5, 1);
  expect(mean).toBeCloseTo(2, 1);
  // The hundredth of an exponential time: 2 ms · ln 100.
  expect(Math.abs(p99 - 9.2)).toBeLessThan(1);
});

test('Ten processors for ten times as many readers are as busy, and make them wait less', () => {
  const one = simulate({ perSecond: 800, processors: 1, kinds });
  const ten = simulate({ perSecond: 8000, processors: 10, kinds });
  expect(ten.busy).toBeCloseTo(one.busy, 1);
  expect(ten.p99).toBeLessThan(one.p99);
});

test('There are as many processors as the slowest hundredth of readers needs', () => {
  const crowd = {
    perSecond: 2000,
    kinds: [
      { share: 0.9, ms: 0.5 },
      { share: 0.1, ms: 5 },
    ],
  };
  const processors = processorsFor(crowd, 50);
  expect(simulate({ ...crowd, processors }).p99).toBeLessThanOrEqual(50);
  expect(simulate({ ...crowd, processors: processors - 1 }).p99).toBeGreaterThan(50);
});

test('Behind a cache one request for each address comes in the time that it may answer for', () => {
  expect(behindCache(10_000, 2500, 0)).toBe(10_000);
  expect(behindCache(10_000, 2500, 5)).toBeCloseTo(476, 0);
  expect(behindCache(10_000, 2500, 3600)).toBeLessThan(1);
});
