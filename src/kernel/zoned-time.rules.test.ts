import { expect, test } from 'vitest';
import { localTime, timeAfterGap, timesOf } from './zoned-time.rules.ts';

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

test.each([
  ['a usual time', 'America/New_York', '2026-11-24T09:00', ['2026-11-24T14:00:00.000Z']],
  ['an hour left out', 'America/New_York', '2026-03-08T02:30', []],
  ['a repeated hour', 'America/New_York', '2026-11-01T01:30', ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']],
  ['any time', 'Asia/Seoul', '2026-03-08T02:30', ['2026-03-07T17:30:00.000Z']],
  ['a half hour left out', 'Australia/Lord_Howe', '2026-10-04T02:15', []],
  ['no time at all', 'Asia/Seoul', '2026-02-30Tx', []],
])('%s in %s, %s, is as often as clocks show it', (_what, zone, local, times) => {
  expect(timesOf(zone, local).map(iso)).toEqual(times);
});

test('a time that clocks leave out is followed by as much later as they go forward', () => {
  expect(localTime('America/New_York', timeAfterGap('America/New_York', '2026-03-08T02:30'))).toBe('2026-03-08T03:30');
});
