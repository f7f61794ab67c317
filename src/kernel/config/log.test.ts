import { describe, expect, test } from 'vitest';
import { logStyle, plainLine } from './log.ts';

describe('The log of a process', () => {
  test.each([
    [
      { isTTY: true, LOG_LEVEL: undefined },
      { logLevel: 'warn', logForm: 'plain' },
    ],
    [
      { isTTY: true, LOG_LEVEL: 'info' },
      { logLevel: 'info', logForm: undefined },
    ],
    [
      { isTTY: false, LOG_LEVEL: undefined },
      { logLevel: 'info', logForm: undefined },
    ],
    [
      { isTTY: false, LOG_LEVEL: 'error' },
      { logLevel: 'error', logForm: undefined },
    ],
  ])('is plain for a person at a terminal who asks for nothing else, and JSON for machines: %j', (given, style) => {
    expect(logStyle(given)).toEqual(style);
  });
});

describe('A plain line', () => {
  const time = new Date(2026, 10, 23, 9, 5, 7).getTime();
  const plain = (line: object) => plainLine(JSON.stringify({ time, pid: 1, ...line }));

  test('says when, how bad, what, and which request', () => {
    expect(
      plain({ level: 40, msg: 'an idle database connection broke', err: { message: 'gone', stack: 'at x' } }),
    ).toBe('09:05:07 Warning: an idle database connection broke: gone\n');
    expect(
      plain({ level: 50, msg: 'error.database', err: { message: 'No answer.: starting up' }, reqId: '6f-1' }),
    ).toBe('09:05:07 Error: error.database: No answer: starting up (request 6f-1)\n');
  });

  test('is one line without control characters, whatever its message quotes', () => {
    expect(plain({ level: 50, msg: 'one\ntwo \u001B[2J\r three' })).toBe('09:05:07 Error: one two [2J three\n');
  });
});
