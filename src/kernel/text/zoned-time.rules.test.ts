import { expect, test } from 'vitest';
import { hourText, isZone, localTime, timeAfterGap, timesOf, zonedText } from './zoned-time.rules.ts';

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

test.each([
  ['a usual time', 'America/New_York', '2026-11-24T09:00', ['2026-11-24T14:00:00.000Z']],
  ['a time in summer', 'America/New_York', '2026-07-01T09:00', ['2026-07-01T13:00:00.000Z']],
  ['an hour left out', 'America/New_York', '2026-03-08T02:30', []],
  ['the hour after it', 'America/New_York', '2026-03-08T03:00', ['2026-03-08T07:00:00.000Z']],
  ['a repeated hour', 'America/New_York', '2026-11-01T01:30', ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']],
  // Turkey has kept its summer time since 2016; its clocks went forward for the last time that March.
  ['an hour left out', 'Europe/Istanbul', '2016-03-27T03:30', []],
  ['what was left out before', 'Europe/Istanbul', '2026-03-29T03:30', ['2026-03-29T00:30:00.000Z']],
  ['a repeated hour', 'Europe/Istanbul', '2015-11-08T03:30', ['2015-11-08T00:30:00.000Z', '2015-11-08T01:30:00.000Z']],
  ['any time', 'Asia/Seoul', '2026-03-08T02:30', ['2026-03-07T17:30:00.000Z']],
  ['an hour left out', 'Asia/Seoul', '1988-05-08T02:30', []],
  ['a half hour left out', 'Australia/Lord_Howe', '2026-10-04T02:15', []],
  ['no time at all', 'Asia/Seoul', '2026-02-30Tx', []],
])('%s in %s, %s, occurs as often as clocks show it', (_what, zone, local, times) => {
  expect(timesOf(zone, local).map(iso)).toEqual(times);
});

test('a time that clocks skip is moved later by as much as they go forward', () => {
  expect(localTime('America/New_York', timeAfterGap('America/New_York', '2026-03-08T02:30'))).toBe('2026-03-08T03:30');
  expect(localTime('Australia/Lord_Howe', timeAfterGap('Australia/Lord_Howe', '2026-10-04T02:15'))).toBe(
    '2026-10-04T02:45',
  );
});

test('every time of two days around each change is the same when shown and read back', () => {
  const zones = ['America/New_York', 'Europe/Istanbul', 'Asia/Seoul', 'Australia/Lord_Howe', 'UTC'];
  for (const zone of zones)
    for (const day of ['2026-03-07', '2026-10-03', '2026-10-31', '2016-03-26'])
      for (let at = Date.parse(day) / 1000, end = at + 2 * 86_400; at < end; at += 900)
        expect(timesOf(zone, localTime(zone, at))).toContain(at);
});

test('a time is written with its zone, and only zones that exist are zones', () => {
  const at = Date.parse('2026-11-01T05:30:00Z') / 1000;
  expect(zonedText('en', 'America/New_York', at)).toContain('GMT-4');
  expect(zonedText('en', 'America/New_York', at + 3600)).toContain('GMT-5');
  expect(zonedText('ko', 'Asia/Seoul', at)).toContain('GMT+9');
  expect(['Asia/Seoul', 'UTC', 'Mars/Base', '', '+09:00'].map(isZone)).toEqual([true, true, false, false, false]);
});

test('an hour is written in the clock format of the language', () => {
  expect([0, 9, 21].map((hour) => hourText('en', hour))).toEqual(['12 AM', '9 AM', '9 PM']);
  expect([0, 9, 21].map((hour) => hourText('tr', hour))).toEqual(['00', '09', '21']);
});
