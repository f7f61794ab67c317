import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pace } from './pace.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** How often the action ran in each of these seconds, with ten requests per second. */
function doneBySecond(seconds: number): number[] {
  let done = 0;
  const pace = new Pace(() => (done += 1));
  return Array.from({ length: seconds }, () => {
    const before = done;
    for (let n = 0; n < 10; n++) {
      pace.request();
      vi.advanceTimersByTime(100);
    }
    return done - before;
  });
}

test('changes that come together are fetched once, and soon', () => {
  let done = 0;
  const pace = new Pace(() => (done += 1));
  for (let n = 0; n < 9300; n++) pace.request();
  expect(done).toBe(0);
  vi.advanceTimersByTime(300);
  expect(done).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(done).toBe(1);
});

test('endless changes are fetched at most once a second, and less and less often', () => {
  const done = doneBySecond(120);
  expect(Math.max(...done)).toBe(1);
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  expect(sum(done.slice(0, 10))).toBeGreaterThanOrEqual(3);
  expect(sum(done.slice(60))).toBeLessThanOrEqual(3);
  expect(sum(done.slice(60))).toBeGreaterThanOrEqual(1);
});

test('after a quiet time the next change is fetched soon again', () => {
  let done = 0;
  const pace = new Pace(() => (done += 1));
  for (let n = 0; n < 100; n++) {
    pace.request();
    vi.advanceTimersByTime(1000);
  }
  vi.advanceTimersByTime(120_000);
  const before = done;
  pace.request();
  vi.advanceTimersByTime(300);
  expect(done).toBe(before + 1);
});
