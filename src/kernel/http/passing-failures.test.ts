import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PassingFailures } from './passing-failures.ts';

const lines: string[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  lines.length = 0;
});
const noted = () => new PassingFailures({ warn: (_details, message) => void lines.push(message) });

test('an outage is one line when it begins, and one a minute with the number of failures while it lasts', () => {
  const failures = noted();
  for (let n = 0; n < 1000; n += 1) failures.note('error.database', new Error('connect ECONNREFUSED'));
  expect(lines).toEqual(['error.database: connect ECONNREFUSED']);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(1)).toEqual(['error.database: 999 more in the last minute']);
  failures.note('error.database', new Error('connect ECONNREFUSED'));
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(2)).toEqual(['error.database: 1 more in the last minute']);
});

test('the next outage, and one of another kind, begin with a line of their own', () => {
  const failures = noted();
  failures.note('error.database', new Error('one'));
  failures.note('storage.unreachable', new Error('two'));
  vi.advanceTimersByTime(120_000);
  failures.note('error.database', new Error('three'));
  expect(lines).toEqual(['error.database: one', 'storage.unreachable: two', 'error.database: three']);
});

test('the line names the innermost reason', () => {
  const failures = noted();
  const refused = new AggregateError([new Error('connect ECONNREFUSED ::1:5432'), new Error('connect ECONNREFUSED')]);
  failures.note('error.database', new Error('The database does not answer.', { cause: refused }));
  expect(lines).toEqual(['error.database: connect ECONNREFUSED ::1:5432']);
});
