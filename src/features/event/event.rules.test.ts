import { describe, expect, test } from 'vitest';
import { doubtsOf } from '#features/code/code.public.tsx';
import { bodyOf, changesOf, drawCode, lackingIn, skippedIn, valuesOf } from './editor/event-values.rules.ts';
import type { EventRecord } from './event.contract.ts';
import { expiryOf, forcedDefault, statusOf } from './event.rules.ts';

const seconds = (time: string) => Date.parse(time) / 1000;

describe('The state of an event', () => {
  const event = { from: 100, until: 200, paused: false };

  test.each([
    [99, 'waiting'],
    [100, 'in_progress'],
    [199, 'in_progress'],
    [200, 'completed'],
  ])('at %i is %s', (now, status) => {
    expect(statusOf(event, now)).toBe(status);
    expect(statusOf({ ...event, paused: true }, now)).toBe('canceled');
  });
});

describe('A registration by an event', () => {
  test('lasts for its days, forever at 0, and until the forced expiry where there is one', () => {
    const terms = { length: 2, forced_expire: false, forced_expired_date: 0 };
    expect(expiryOf(terms, 1000)).toBe(1000 + 2 * 86_400);
    expect(expiryOf({ ...terms, length: 0 }, 1000)).toBe(0);
    expect(expiryOf({ ...terms, forced_expire: true, forced_expired_date: 5000 }, 1000)).toBe(5000);
  });

  test.each([
    ['America/New_York', '2026-03-05T12:00:00-05:00', '2026-03-12T12:00:00-04:00'],
    ['America/New_York', '2026-10-28T12:00:00-04:00', '2026-11-04T12:00:00-05:00'],
    // Clocks skip this time, so it moves forward by the skipped hour.
    ['America/New_York', '2026-03-01T02:30:00-05:00', '2026-03-08T03:30:00-04:00'],
    ['Asia/Seoul', '2026-12-28T00:00:00+09:00', '2027-01-04T00:00:00+09:00'],
    ['Europe/Istanbul', '2026-03-26T23:59:00+03:00', '2026-04-02T23:59:00+03:00'],
    ['Asia/Seoul', '2026-12-28T23:59:59+09:00', '2027-01-04T23:59:59+09:00'],
  ])('in %s has a default forced expiry a week after %s, at the same time of day', (zone, until, expected) => {
    expect(forcedDefault(zone, seconds(until))).toBe(seconds(expected));
  });
});

describe('A time of an event typed by clocks that change', () => {
  const zone = 'America/New_York';
  const stored = {
    from: seconds('2026-11-01T01:30:00-05:00'),
    until: seconds('2026-11-01T12:00:00-05:00'),
    forced_expired_date: 0,
  } as EventRecord;
  const values = valuesOf(stored, zone, 0);

  test('that they show twice is the stored one, and the other only if that is chosen', () => {
    expect([values.from, values.from_second, values.until_second]).toEqual(['2026-11-01T01:30', true, false]);
    expect(bodyOf(values, zone)).toMatchObject({ from: stored.from, until: stored.until });
    expect(changesOf({ ...values, from_second: false }, ['from_second'], zone)).toEqual({
      from: seconds('2026-11-01T01:30:00-04:00'),
    });
  });

  test('that they skip is refused', () => {
    const skipped = { ...values, until: '2027-03-14T02:30' };
    expect([skippedIn(values, zone), skippedIn(skipped, zone)]).toEqual([[], ['until']]);
    expect(skippedIn({ ...values, until: '' }, zone)).toEqual([]);
  });
});

describe('The code of an event', () => {
  test.each([
    ['', 12],
    ['abcd-efgh', 4],
    ['ABCD EFGH JKMN', 0],
    ['ＡＢＣＤ－ＥＦＧＨ－ＪＫＭＮ', 0],
    ['ABCDEFGHJKMNP', -1],
  ])('“%s” lacks %i characters', (typed, count) => {
    expect(lackingIn(typed)).toBe(count);
  });

  test.each([
    ['summer0o1i26', { isNumber: false, misread: ['0', 'O', '1', 'I'] }],
    ['5204-3299-33E5', { isNumber: true, misread: ['0'] }],
    ['SUNNYDAYS234', { isNumber: false, misread: [] }],
  ])('“%s” is doubted where readers or spreadsheets take it for another', (typed, doubts) => {
    expect(doubtsOf(typed)).toEqual(doubts);
  });

  test('is drawn from letters that look different, all equally likely', () => {
    let next = 0;
    const code = drawCode((bytes) => bytes.map(() => (next = (next + 97) % 256)));
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{12}$/);
    // Bytes that would favour the first letters are skipped.
    const bytes = [255, 250, 248, 0, 1, 2, 3, 4, 5, 6, 7, 247];
    expect(drawCode((some) => some.map((_, index) => bytes[index] ?? 0)).slice(0, 9)).toBe('23456789Z');
  });
});
